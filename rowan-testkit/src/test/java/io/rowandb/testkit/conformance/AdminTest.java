package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** Admin: tables, their families, and namespaces. */
class AdminTest extends ConformanceTest {
  @Test
  void f120_aTableIsMadeDisabledEnabledAndDeleted() throws IOException {
    assertThat(admin.tableExists(name)).isFalse();
    create("f");
    assertThat(admin.tableExists(name)).isTrue();
    assertThat(admin.isTableEnabled(name)).isTrue();
    assertThat(admin.isTableDisabled(name)).isFalse();
    assertThat(admin.isTableAvailable(name)).isTrue();
    admin.disableTable(name);
    assertThat(admin.isTableEnabled(name)).isFalse();
    assertThat(admin.isTableDisabled(name)).isTrue();
    admin.enableTable(name);
    assertThat(admin.isTableEnabled(name)).isTrue();
    admin.disableTable(name);
    admin.deleteTable(name);
    assertThat(admin.tableExists(name)).isFalse();
  }

  @Test
  void f120_eachStepNeedsTheOneBefore() throws IOException {
    create("f");
    assertThatThrownBy(() -> admin.createTable(descriptor(name, family("f"))))
        .isInstanceOf(TableExistsException.class);
    assertThatThrownBy(() -> admin.deleteTable(name)).isInstanceOf(TableNotDisabledException.class);
    assertThatThrownBy(() -> admin.truncateTable(name, false))
        .isInstanceOf(TableNotDisabledException.class);
    assertThatThrownBy(() -> admin.enableTable(name)).isInstanceOf(TableNotDisabledException.class);
    admin.disableTable(name);
    assertThatThrownBy(() -> admin.disableTable(name)).isInstanceOf(TableNotEnabledException.class);
  }

  @Test
  void f120_nothingCanBeDoneWithATableThatIsNotThere() {
    assertThatThrownBy(() -> admin.deleteTable(name)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.disableTable(name)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.enableTable(name)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.getDescriptor(name)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.truncateTable(name, true))
        .isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.modifyTable(descriptor(name, family("f"))))
        .isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.addColumnFamily(name, family("g").build()))
        .isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.isTableEnabled(name)).isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void aDisabledTableAnswersNothing() throws IOException {
    create("f");
    write("f:q@1=a");
    admin.disableTable(name);
    assertThatThrownBy(this::read).isInstanceOf(TableNotEnabledException.class);
    assertThatThrownBy(() -> write("f:q@2=b")).isInstanceOf(TableNotEnabledException.class);
    assertThatThrownBy(() -> scan(new Scan())).isInstanceOf(TableNotEnabledException.class);
    admin.enableTable(name);
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void f121_familiesAreAddedChangedAndRemovedWhileTheTableIsUsed() throws IOException {
    create("f");
    write("f:q@1=a");
    admin.addColumnFamily(name, family("g", 5).build());
    write("g:q@1=b", "g:q@2=c");
    assertThat(read(allVersions())).isEqualTo("f:q@1=a g:q@2=c g:q@1=b");
    admin.modifyColumnFamily(name, family("g", 1).build());
    assertThat(read(allVersions())).isEqualTo("f:q@1=a g:q@2=c");
    admin.deleteColumnFamily(name, F);
    assertThat(read(allVersions())).isEqualTo("g:q@2=c");
    admin.addColumnFamily(name, family("f").build());
    assertThat(read(allVersions())).as("what was removed is gone").isEqualTo("g:q@2=c");
  }

  @Test
  void f121_rowsAreDeletedWhileFamiliesComeAndGo() throws Exception {
    create("f", "g");
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    FutureTask<Integer> deletes =
        new FutureTask<>(
            () -> {
              int count = 0;
              while (!done.get()) {
                table.put(put("r", "f:q=" + count));
                table.delete(delete());
                assertThat(read()).isEmpty();
                begun.countDown();
                count++;
              }
              return count;
            });
    Thread thread = new Thread(deletes);
    thread.start();
    try {
      begun.await();
      for (int round = 0; round < 3; round++) {
        admin.deleteColumnFamily(name, G);
        admin.addColumnFamily(name, family("g").build());
      }
    } finally {
      done.set(true);
    }
    assertThat(deletes.get()).isPositive();
    thread.join();
  }

  @Test
  void f121_familiesThatAreThereOrNot() throws IOException {
    create("f");
    assertThatThrownBy(() -> admin.addColumnFamily(name, family("f").build()))
        .isInstanceOf(InvalidFamilyOperationException.class);
    assertThatThrownBy(() -> admin.modifyColumnFamily(name, family("g").build()))
        .isInstanceOf(InvalidFamilyOperationException.class);
    assertThatThrownBy(() -> admin.deleteColumnFamily(name, G))
        .isInstanceOf(InvalidFamilyOperationException.class);
    assertThatThrownBy(() -> admin.deleteColumnFamily(name, F))
        .as("the last one")
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void modifyTableReplacesTheDescriptor() throws IOException {
    create("f", "g");
    TableDescriptor changed =
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
            .setValue("owner", "me")
            .removeColumnFamily(G)
            .build();
    admin.modifyTable(changed);
    assertThat(admin.getDescriptor(name)).isEqualTo(changed);
    assertThat(table.getDescriptor().getValue("owner")).isEqualTo("me");
  }

  @Test
  void tablesAreListedByNameAndPattern() throws IOException {
    create("f");
    TableName other = TableName.valueOf(name.getNameAsString() + "_other");
    admin.createTable(descriptor(other, family("f")));
    assertThat(admin.listTableNames()).contains(name, other);
    assertThat(admin.listTableNames(Pattern.compile(name + ".*"))).containsExactly(name, other);
    assertThat(admin.listTableNames(Pattern.compile(".*_other"), false)).containsExactly(other);
    assertThat(admin.listTableDescriptors(Pattern.compile(name + ".*")))
        .extracting(TableDescriptor::getTableName)
        .containsExactly(name, other);
    assertThat(admin.listTableDescriptors(List.of(other)))
        .extracting(TableDescriptor::getTableName)
        .containsExactly(other);
    assertThat(admin.listTableDescriptors())
        .extracting(TableDescriptor::getTableName)
        .contains(name, other)
        .doesNotContain(TableName.META_TABLE_NAME);
    drop(other);
    assertThat(admin.listTableNames()).contains(name).doesNotContain(other);
  }

  @Test
  void f21_namespacesAreMadeListedAndRemoved() throws IOException {
    admin.createNamespace(
        NamespaceDescriptor.create("shop").addConfiguration("owner", "me").build());
    assertThat(admin.listNamespaces()).contains("shop", "default", "hbase");
    assertThat(admin.getNamespaceDescriptor("shop").getConfigurationValue("owner")).isEqualTo("me");
    TableName inside = TableName.valueOf("shop", "orders");
    admin.createTable(descriptor(inside, family("f")));
    assertThat(admin.listTableNamesByNamespace("shop")).containsExactly(inside);
    assertThat(admin.listTableDescriptorsByNamespace(bytes("shop"))).hasSize(1);
    assertThatThrownBy(() -> admin.deleteNamespace("shop"))
        .as("it is not empty")
        .isInstanceOf(IOException.class);
    drop(inside);
    admin.modifyNamespace(
        NamespaceDescriptor.create("shop").addConfiguration("owner", "you").build());
    assertThat(admin.getNamespaceDescriptor("shop").getConfigurationValue("owner"))
        .isEqualTo("you");
    admin.deleteNamespace("shop");
    assertThat(admin.listNamespaces()).doesNotContain("shop");
  }

  @Test
  void f21_namespacesThatAreThereOrNot() throws IOException {
    assertThatThrownBy(() -> admin.getNamespaceDescriptor("nowhere"))
        .isInstanceOf(NamespaceNotFoundException.class);
    assertThatThrownBy(() -> admin.deleteNamespace("nowhere"))
        .isInstanceOf(NamespaceNotFoundException.class);
    assertThatThrownBy(
            () -> admin.createTable(descriptor(TableName.valueOf("nowhere", "t"), family("f"))))
        .isInstanceOf(NamespaceNotFoundException.class);
    assertThatThrownBy(() -> admin.createNamespace(NamespaceDescriptor.create("default").build()))
        .isInstanceOf(NamespaceExistException.class);
    assertThatThrownBy(() -> admin.deleteNamespace("default")).isInstanceOf(IOException.class);
  }

  @Test
  void f21_equalNamesInTwoNamespacesAreTwoTables() throws IOException {
    admin.createNamespace(NamespaceDescriptor.create("other").build());
    TableName there = TableName.valueOf("other", name.getNameAsString());
    create("f");
    admin.createTable(descriptor(there, family("f")));
    write("f:q@1=a");
    try (var table = connection.getTable(there)) {
      assertThat(table.exists(get())).isFalse();
    }
    drop(there);
    admin.deleteNamespace("other");
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void aTablesContentGoesWithIt() throws IOException {
    create("f");
    write("f:q@1=a");
    flush();
    drop(name);
    table.close();
    create("f");
    assertThat(read()).isEmpty();
  }
}
