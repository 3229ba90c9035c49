package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Admin and AsyncAdmin: which tables and namespaces there are. */
@Needs(value = Capability.FULL_ADMIN, because = "the model has no system tables")
class TableListTest extends ConformanceTest {
  private static final String SPACE = "listed";
  private static final TableName INSIDE = TableName.valueOf(SPACE, "inside");

  private AsyncConnection async;
  private AsyncAdmin its;

  @BeforeEach
  void makeTables() throws IOException {
    async = backend.openAsync();
    its = async.getAdmin();
    admin.createNamespace(NamespaceDescriptor.create(SPACE).build());
    admin.createTable(descriptor(INSIDE, family("f")));
    create("f");
  }

  @AfterEach
  void removeTables() throws IOException {
    drop(INSIDE);
    admin.deleteNamespace(SPACE);
    async.close();
  }

  private String names(Stream<TableName> names) {
    return String.join(
        " ", names.map(TableName::getNameAsString).filter(this::isOurs).sorted().toList());
  }

  /** Not the tables of other tests; of the system, the one that is always there. */
  private boolean isOurs(String table) {
    return table.equals(name.getNameAsString())
        || table.startsWith(SPACE)
        || table.equals("hbase:meta");
  }

  private String names(TableName[] names) {
    return names(Stream.of(names));
  }

  private String descriptors(List<TableDescriptor> tables) {
    return names(tables.stream().map(TableDescriptor::getTableName));
  }

  private String descriptors(TableDescriptor[] tables) {
    return descriptors(List.of(tables));
  }

  @Test
  @SuppressWarnings("deprecation") // Patterns as texts are HBase 1's.
  void f21_namesByPattern() throws IOException {
    String own = name.getNameAsString();
    String both = own + " listed:inside";
    String withSystem = own + " hbase:meta listed:inside";
    Pattern all = Pattern.compile(".*");
    assertThat(names(admin.listTableNames())).isEqualTo(both);
    assertThat(names(admin.listTableNames(".*"))).isEqualTo(both);
    assertThat(names(admin.listTableNames(all))).isEqualTo(both);
    assertThat(names(admin.listTableNames(all, false))).isEqualTo(both);
    assertThat(names(admin.listTableNames(all, true))).isEqualTo(withSystem);
    assertThat(names(admin.listTableNames(".*", true))).isEqualTo(withSystem);
    assertThat(names(admin.listTableNames("listed:.*"))).isEqualTo("listed:inside");
    assertThat(names(admin.listTableNames("inside"))).isEqualTo("");
    assertThat(names(admin.listTableNames("hbase:.*", true))).isEqualTo("hbase:meta");
    assertThat(names(admin.listTableNames("default:" + own))).isEqualTo(own);
    assertThat(names(admin.listTableNames((Pattern) null, false))).isEqualTo(both);
  }

  @Test
  @SuppressWarnings("deprecation") // Arrays and HTableDescriptor are HBase 1's.
  void descriptorsByPattern() throws IOException {
    String own = name.getNameAsString();
    Pattern all = Pattern.compile(".*");
    assertThat(descriptors(admin.listTables())).isEqualTo(own + " listed:inside");
    assertThat(descriptors(admin.listTables(all))).isEqualTo(own + " listed:inside");
    assertThat(descriptors(admin.listTables("listed:.*"))).isEqualTo("listed:inside");
    assertThat(descriptors(admin.listTables(".*", true)))
        .isEqualTo(own + " hbase:meta listed:inside");
    assertThat(descriptors(admin.listTables(all, true)))
        .isEqualTo(own + " hbase:meta listed:inside");
    assertThat(descriptors(admin.listTableDescriptors(all, true)))
        .isEqualTo(own + " hbase:meta listed:inside");
    assertThat(descriptors(admin.listTableDescriptors())).isEqualTo(own + " listed:inside");
    assertThat(descriptors(admin.listTableDescriptors(List.of(name, TableName.valueOf("no")))))
        .isEqualTo(own);
    assertThat(descriptors(admin.getTableDescriptorsByTableName(List.of(INSIDE))))
        .isEqualTo("listed:inside");
    assertThat(descriptors(admin.getTableDescriptors(List.of("listed:inside", "no"))))
        .isEqualTo("listed:inside");
    assertThat(descriptors(admin.listTableDescriptorsByNamespace(SPACE)))
        .isEqualTo("listed:inside");
    assertThat(admin.getTableDescriptor(name).getFamiliesKeys()).containsExactly(F);
    assertThat(descriptors(admin.listTableDescriptors(List.of())))
        .as("no names are all names")
        .isEqualTo(own + " listed:inside");
  }

  @Test
  void f21_aNamespaceThatIsNotThere() {
    assertThat(
            Refusals.of(
                () -> admin.listTableNamesByNamespace("nowhere"),
                () -> admin.listTableDescriptorsByNamespace(bytes("nowhere")),
                () -> its.listTableNamesByNamespace("nowhere").join(),
                () -> its.listTableDescriptorsByNamespace("nowhere").join(),
                () -> its.getNamespaceDescriptor("nowhere").join(),
                () -> its.deleteNamespace("nowhere").join(),
                () -> its.modifyNamespace(NamespaceDescriptor.create("nowhere").build()).join(),
                () -> admin.modifyNamespace(NamespaceDescriptor.create("nowhere").build()),
                () -> admin.createNamespace(NamespaceDescriptor.create(SPACE).build())))
        .containsExactly(
            "NamespaceNotFoundException",
            "NamespaceNotFoundException",
            "NamespaceNotFoundException",
            "NamespaceNotFoundException",
            "NamespaceNotFoundException",
            "NamespaceNotFoundException",
            "NamespaceNotFoundException",
            "NamespaceNotFoundException",
            "NamespaceExistException");
  }

  /** The class is one of HBase's server, which not every client has: the message names it. */
  @Test
  void f21_aNamespaceThatIsStillNeeded() {
    for (ThrowingCallable deletion :
        List.<ThrowingCallable>of(
            () -> admin.deleteNamespace(SPACE),
            () -> admin.deleteNamespace("hbase"),
            () -> admin.deleteNamespace("default"))) {
      assertThatThrownBy(deletion)
          .isInstanceOf(DoNotRetryIOException.class)
          .satisfies(
              thrown -> assertThat(thrown.toString()).contains("constraint.ConstraintException"));
    }
  }

  @Test
  void f21_theSystemsNamespace() throws IOException {
    assertThat(names(admin.listTableNamesByNamespace("hbase"))).isEqualTo("hbase:meta");
    assertThat(descriptors(admin.listTableDescriptorsByNamespace(bytes("hbase"))))
        .isEqualTo("hbase:meta");
    assertThat(names(admin.listTableNamesByNamespace("default"))).isEqualTo(name.toString());
    assertThat(Stream.of(admin.listNamespaceDescriptors()).map(NamespaceDescriptor::getName))
        .contains("default", "hbase", SPACE);
    assertThat(admin.getNamespaceDescriptor("hbase").getConfiguration()).isEmpty();
  }

  @Test
  void theAsynchronousAdminListsTheSame() throws IOException {
    String own = name.getNameAsString();
    Pattern all = Pattern.compile(".*");
    Function<List<TableName>, String> joined = tables -> names(tables.stream());
    assertThat(its.listTableNames().thenApply(joined).join()).isEqualTo(own + " listed:inside");
    assertThat(its.listTableNames(false).thenApply(joined).join())
        .isEqualTo(own + " listed:inside");
    assertThat(its.listTableNames(true).thenApply(joined).join())
        .isEqualTo(own + " hbase:meta listed:inside");
    assertThat(its.listTableNames(all, true).thenApply(joined).join())
        .isEqualTo(own + " hbase:meta listed:inside");
    assertThat(its.listTableNamesByNamespace(SPACE).thenApply(joined).join())
        .isEqualTo("listed:inside");
    assertThat(descriptors(its.listTableDescriptors().join())).isEqualTo(own + " listed:inside");
    assertThat(descriptors(its.listTableDescriptors(true).join()))
        .isEqualTo(own + " hbase:meta listed:inside");
    assertThat(descriptors(its.listTableDescriptors(all, false).join()))
        .isEqualTo(own + " listed:inside");
    assertThat(descriptors(its.listTableDescriptors(List.of(INSIDE)).join()))
        .isEqualTo("listed:inside");
    assertThat(descriptors(its.listTableDescriptorsByNamespace(SPACE).join()))
        .isEqualTo("listed:inside");
    assertThat(its.listNamespaceDescriptors().join().stream().map(NamespaceDescriptor::getName))
        .contains("default", "hbase", SPACE);
    admin.disableTable(name);
    assertThat(its.listTableNamesByState(false).thenApply(joined).join()).isEqualTo(own);
    assertThat(descriptors(its.listTableDescriptorsByState(false).join())).isEqualTo(own);
    assertThat(its.listTableNamesByState(true).thenApply(joined).join()).contains(SPACE);
  }

  @Test
  void nothingIsAskedOfNull() {
    assertThat(
            Refusals.of(
                () -> its.listTableDescriptors((Pattern) null, true).join(),
                () -> its.listTableDescriptors((List<TableName>) null).join(),
                () -> admin.listTableDescriptors((List<TableName>) null),
                () -> its.getDescriptor(null).join(),
                () -> its.tableExists(null).join(),
                () -> admin.createTable(null),
                () -> its.createTable(null).join(),
                () -> admin.getRegions((TableName) null),
                () -> its.disableTable(null).join()))
        .containsExactly(
            "NullPointerException",
            "NullPointerException",
            "none",
            "NullPointerException",
            "NullPointerException",
            "NullPointerException",
            "NullPointerException",
            "NullPointerException",
            "NullPointerException");
  }
}
