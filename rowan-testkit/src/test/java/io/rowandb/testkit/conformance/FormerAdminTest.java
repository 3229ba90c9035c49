package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;

/** Admin: ways that HBase 1 had and 2 still has, and the less used forms of changes. */
@Needs(value = Capability.FULL_ADMIN, because = "the model has one way to do a thing")
@SuppressWarnings("deprecation") // It is what they are here for.
class FormerAdminTest extends ConformanceTest {
  private static final String MULTI_ROW =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  private TableName other() {
    return TableName.valueOf(name.getNameAsString() + "_other");
  }

  @Test
  void tablesByPattern() throws IOException {
    create("f");
    admin.createTable(descriptor(other(), family("f")));
    Pattern both = Pattern.compile(name.getNameAsString() + ".*");
    assertThat(admin.disableTables(both)).isEmpty();
    assertThat(admin.isTableDisabled(name)).isTrue();
    assertThat(admin.disableTables(both.pattern())).as("those that are enabled").isEmpty();
    assertThat(admin.enableTables(other().getNameAsString())).isEmpty();
    assertThat(admin.isTableEnabled(other())).isTrue();
    assertThat(admin.enableTables(both)).isEmpty();
    assertThat(admin.isTableEnabled(name)).isTrue();
    assertThat(admin.deleteTables(both)).as("those that could not").hasSize(2);
    admin.disableTables(both);
    assertThat(admin.deleteTables(other().getNameAsString())).isEmpty();
    assertThat(admin.tableExists(other())).isFalse();
    assertThat(admin.tableExists(name)).isTrue();
  }

  @Test
  void f121_familiesAndWhatBecameOfTheChange() throws IOException {
    create("f");
    admin.addColumn(name, family("g").build());
    admin.modifyColumn(name, family("g", 4).build());
    assertThat(admin.getDescriptor(name).getColumnFamily(G).getMaxVersions()).isEqualTo(4);
    Pair<Integer, Integer> done = admin.getAlterStatus(name);
    assertThat(done.getFirst()).isZero();
    assertThat(admin.getAlterStatus(name.getName())).isEqualTo(done);
    admin.deleteColumn(name, G);
    assertThat(admin.getDescriptor(name).getColumnFamilyCount()).isEqualTo(1);
  }

  @Test
  void everyWayToModifyATable() throws Exception {
    create(family("f"));
    admin.modifyTable(name, descriptor(name, family("f", 2)));
    assertThat(versions()).isEqualTo(2);
    admin.modifyTable(descriptor(name, family("f", 3)), true);
    assertThat(versions()).isEqualTo(3);
    admin.modifyTableAsync(name, descriptor(name, family("f", 4))).get(1, TimeUnit.MINUTES);
    assertThat(versions()).isEqualTo(4);
    admin.modifyTableAsync(descriptor(name, family("f", 5)), true).get(1, TimeUnit.MINUTES);
    assertThat(versions()).isEqualTo(5);
    admin.modifyTableAsync(descriptor(name, family("f", 6))).get(1, TimeUnit.MINUTES);
    assertThat(versions()).isEqualTo(6);
  }

  private int versions() throws IOException {
    return admin.getDescriptor(name).getColumnFamily(F).getMaxVersions();
  }

  @Test
  void withoutReopeningOnlySomeCanBeChanged() throws IOException {
    create("f");
    TableDescriptor old = admin.getDescriptor(name);
    TableDescriptorBuilder family =
        TableDescriptorBuilder.newBuilder(old).setColumnFamily(family("g").build());
    assertThatThrownBy(() -> admin.modifyTable(family.build(), false))
        .isInstanceOf(HBaseIOException.class);
    TableDescriptorBuilder coprocessor =
        TableDescriptorBuilder.newBuilder(old).setCoprocessor(MULTI_ROW);
    assertThatThrownBy(() -> admin.modifyTable(coprocessor.build(), false))
        .isInstanceOf(HBaseIOException.class);
    TableDescriptorBuilder size = TableDescriptorBuilder.newBuilder(old).setMaxFileSize(5L << 30);
    admin.modifyTable(size.build(), false);
    assertThat(admin.getDescriptor(name)).isEqualTo(size.build());
  }

  @Test
  void f100_tablesAndNamespacesByFutures() throws Exception {
    admin
        .createNamespaceAsync(NamespaceDescriptor.create("former").build())
        .get(1, TimeUnit.MINUTES);
    admin
        .modifyNamespaceAsync(
            NamespaceDescriptor.create("former").addConfiguration("owner", "me").build())
        .get(1, TimeUnit.MINUTES);
    assertThat(admin.getNamespaceDescriptor("former").getConfigurationValue("owner"))
        .isEqualTo("me");
    admin.deleteNamespaceAsync("former").get(1, TimeUnit.MINUTES);
    assertThat(admin.listNamespaces()).doesNotContain("former");
    admin.createTableAsync(descriptor(name, family("f"))).get(1, TimeUnit.MINUTES);
    assertThat(admin.getRegions(name)).hasSize(1);
  }

  @Test
  void aTableIsAvailableWithItsSplits() throws IOException {
    createSplit(List.of("m"), family("f"));
    assertThat(admin.isTableAvailable(name, new byte[][] {bytes("m")})).isTrue();
    assertThat(admin.isTableAvailable(name, new byte[][] {bytes("x")})).isFalse();
    assertThat(admin.isTableAvailable(other())).isFalse();
  }

  @Test
  void f110_splittingAndMergingWithoutWaiting() throws IOException {
    create("f");
    table.put(List.of(put("a", "f:q@1=1"), put("m", "f:q@1=1"), put("z", "f:q@1=2")));
    admin.split(name, bytes("m"));
    await(2);
    assertThat(keys(new Scan())).isEqualTo("a m z");
    majorCompact();
    admin.splitRegion(admin.getRegions(name).get(1).getRegionName(), bytes("x"));
    await(3);
    assertThat(keys(new Scan())).isEqualTo("a m z");
    TableName whole = other();
    admin.createTable(descriptor(whole, family("f")), new byte[][] {bytes("m")});
    byte[] low = admin.getRegions(whole).get(0).getRegionName();
    byte[] high = admin.getRegions(whole).get(1).getRegionName();
    admin.mergeRegions(low, high, false);
    while (admin.getRegions(whole).size() != 1) {
      Thread.onSpinWait();
    }
    assertThat(admin.getRegions(whole).get(0).isLast()).isTrue();
    drop(whole);
  }

  /** The call returns while the master works. */
  private void await(int regions) throws IOException {
    while (admin.getRegions(name).size() != regions || !admin.isTableAvailable(name)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void f110_aTableIsSplitWhereItIsWorthIt() throws IOException {
    create("f");
    assertThat(
            Refusals.of(
                () -> admin.split(name),
                () -> admin.splitRegion(admin.getRegions(name).get(0).getRegionName())))
        .containsExactly("DoNotRetryIOException", "DoNotRetryIOException");
    assertThat(admin.getRegions(name)).as("nothing to split").hasSize(1);
  }

  @Test
  void abortingAnAdmin() throws IOException {
    assertThat(admin.isAborted()).isFalse();
    assertThat(
            Refusals.of(
                () -> admin.abort("a test"), () -> admin.abort("a test", new IOException("x"))))
        .containsExactly("RuntimeException", "RuntimeException");
  }

  @Test
  void descriptorsThatAreRefused() {
    assertThat(
            Refusals.of(
                () -> admin.createTable(TableDescriptorBuilder.newBuilder(name).build()),
                () -> admin.createTable(descriptor(name, family("f").setBlocksize(10))),
                () -> admin.createTable(descriptor(name, family("f").setTimeToLive(-1))),
                () -> admin.createTable(descriptor(name, family("f").setMinVersions(3))),
                () -> admin.createTable(descriptor(name, family("f").setMaxVersions(0))),
                () ->
                    admin.createTable(
                        descriptor(name, ColumnFamilyDescriptorBuilder.newBuilder(bytes("a:b")))),
                () -> admin.createTable(descriptor(name, family(".f"))),
                () -> admin.createTable(descriptor(name, family("f").setScope(7))),
                () ->
                    admin.createTable(descriptor(name, family("f").setDFSReplication((short) -2))),
                () ->
                    admin.createTable(
                        TableDescriptorBuilder.newBuilder(name)
                            .setColumnFamily(family("f").build())
                            .setMaxFileSize(1)
                            .build()),
                () ->
                    admin.createTable(
                        TableDescriptorBuilder.newBuilder(name)
                            .setColumnFamily(family("f").build())
                            .setMemStoreFlushSize(1)
                            .build()),
                () ->
                    admin.createTable(
                        TableDescriptorBuilder.newBuilder(name)
                            .setColumnFamily(family("f").build())
                            .setFlushPolicyClassName("no.such.Policy")
                            .build()),
                () ->
                    admin.createTable(
                        TableDescriptorBuilder.newBuilder(name)
                            .setColumnFamily(family("f").build())
                            .setRegionReplication(0)
                            .build()),
                () -> admin.createTable(descriptor(name, family("f")))))
        .containsExactly(
            "DoNotRetryIOException",
            "DoNotRetryIOException",
            "DoNotRetryIOException",
            "DoNotRetryIOException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "DoNotRetryIOException",
            "IllegalArgumentException",
            "DoNotRetryIOException",
            "DoNotRetryIOException",
            "none",
            "DoNotRetryIOException",
            "TableExistsException");
  }
}
