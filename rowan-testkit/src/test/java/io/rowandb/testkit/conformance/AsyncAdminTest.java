package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.SnapshotType;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** AsyncAdmin: tables, snapshots, quotas, and the builder that makes one. */
@Needs(value = Capability.ASYNC, because = "the model has one way to be asked")
class AsyncAdminTest extends ConformanceTest {
  private AsyncConnection async;
  private AsyncAdmin its;

  @BeforeEach
  void openAsync() throws IOException {
    async = backend.openAsync();
    its = async.getAdmin();
  }

  @AfterEach
  void closeAsync() throws IOException {
    its.deleteSnapshots(Pattern.compile(snapshot("") + ".*")).join();
    if (admin.tableExists(copy())) {
      drop(copy());
    }
    async.close();
  }

  private String snapshot(String suffix) {
    return name.getNameAsString() + "-" + suffix;
  }

  private TableName copy() {
    return TableName.valueOf(name.getNameAsString() + "_copy");
  }

  private List<String> snapshots(List<SnapshotDescription> all) {
    return all.stream()
        .map(SnapshotDescription::getName)
        .filter(each -> each.startsWith(snapshot("")))
        .map(each -> each.substring(snapshot("").length()))
        .sorted()
        .toList();
  }

  @Test
  @SuppressWarnings("deprecation") // Asking for a table with splits.
  void f100_tablesAreMadeChangedAndEmptied() throws IOException {
    its.createTable(descriptor(name, family("f")), bytes("10"), bytes("90"), 5).join();
    assertThat(its.getRegions(name).join()).hasSize(5);
    assertThat(its.isTableAvailable(name, new byte[][] {bytes("10")}).join())
        .as("some of its splits are enough")
        .isTrue();
    assertThat(its.isTableAvailable(name, new byte[][] {bytes("x")}).join()).isFalse();
    its.modifyTable(descriptor(name, family("f", 3))).join();
    its.modifyTable(descriptor(name, family("f", 4)), true).join();
    assertThat(its.getDescriptor(name).join().getColumnFamily(F).getMaxVersions()).isEqualTo(4);
    its.cloneTableSchema(name, copy(), true).join();
    assertThat(its.getRegions(copy()).join()).hasSize(5);
    its.disableTable(name).join();
    its.enableTable(name).join();
    its.disableTable(name).join();
    its.truncateTable(name, true).join();
    assertThat(its.getRegions(name).join()).hasSize(5);
    its.createNamespace(NamespaceDescriptor.create("futures").build()).join();
    its.modifyNamespace(
            NamespaceDescriptor.create("futures").addConfiguration("owner", "me").build())
        .join();
    assertThat(its.getNamespaceDescriptor("futures").join().getConfigurationValue("owner"))
        .isEqualTo("me");
    its.deleteNamespace("futures").join();
  }

  @Test
  void whatIsRefused() throws IOException {
    create("f");
    TableName none = TableName.valueOf("conformance_none");
    assertThat(
            Refusals.of(
                () -> its.deleteTable(name).join(),
                () -> its.deleteTable(none).join(),
                () -> its.enableTable(name).join(),
                () -> its.truncateTable(name, false).join(),
                () -> its.disableTable(none).join(),
                () -> its.isTableEnabled(none).join(),
                () -> its.isTableDisabled(none).join(),
                () -> its.isTableAvailable(none).join(),
                () -> its.modifyTable(descriptor(none, family("f"))).join(),
                () -> its.addColumnFamily(name, family("f").build()).join(),
                () -> its.modifyColumnFamily(name, family("g").build()).join(),
                () -> its.deleteColumnFamily(name, F).join(),
                () -> its.cloneTableSchema(none, copy(), false).join(),
                () -> its.cloneTableSchema(name, name, false).join(),
                () ->
                    its.createTable(descriptor(copy(), family("f")), bytes("b"), bytes("a"), 5)
                        .join(),
                () ->
                    its.createTable(descriptor(copy(), family("f")), new byte[][] {bytes("")})
                        .join(),
                () -> its.snapshot(snapshot("a"), none).join(),
                () -> its.snapshot("not/a name", name).join(),
                () -> its.restoreSnapshot(snapshot("none")).join(),
                () -> its.cloneSnapshot(snapshot("none"), copy()).join(),
                () -> its.deleteSnapshot(snapshot("none")).join(),
                () -> its.isSnapshotFinished(new SnapshotDescription(snapshot("none"))).join(),
                () -> its.listSnapshots(null).join(),
                () -> its.deleteSnapshots(null).join()))
        .containsExactly(
            "TableNotDisabledException",
            "TableNotFoundException",
            "TableNotDisabledException",
            "TableNotDisabledException",
            "TableNotFoundException",
            "TableNotFoundException",
            "TableNotFoundException",
            "none",
            "TableNotFoundException",
            "InvalidFamilyOperationException",
            "InvalidFamilyOperationException",
            "InvalidFamilyOperationException",
            "TableNotFoundException",
            "TableExistsException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "SnapshotCreationException",
            "IllegalArgumentException",
            "RestoreSnapshotException",
            "SnapshotDoesNotExistException",
            "SnapshotDoesNotExistException",
            "UnknownSnapshotException",
            "NullPointerException",
            "NullPointerException");
  }

  @Test
  void snapshotsAreTakenListedAndDeleted() throws IOException {
    create("f");
    write("f:q@1=a");
    Pattern table = Pattern.compile(name.getNameAsString());
    its.snapshot(snapshot("a"), name).join();
    its.snapshot(snapshot("b"), name, SnapshotType.SKIPFLUSH).join();
    its.snapshot(new SnapshotDescription(snapshot("c"), name, SnapshotType.FLUSH)).join();
    assertThat(its.isSnapshotFinished(new SnapshotDescription(snapshot("a"), name)).join())
        .isTrue();
    assertThat(snapshots(its.listSnapshots().join())).containsExactly("a", "b", "c");
    assertThat(snapshots(its.listSnapshots(Pattern.compile(".*-[ab]")).join()))
        .containsExactly("a", "b");
    assertThat(snapshots(its.listTableSnapshots(table).join())).containsExactly("a", "b", "c");
    assertThat(snapshots(its.listTableSnapshots(table, Pattern.compile(".*-c")).join()))
        .containsExactly("c");
    its.deleteTableSnapshots(table, Pattern.compile(".*-c")).join();
    assertThat(snapshots(its.listSnapshots().join())).containsExactly("a", "b");
    its.deleteSnapshot(snapshot("a")).join();
    its.deleteTableSnapshots(table).join();
    assertThat(snapshots(its.listSnapshots().join())).isEmpty();
    its.snapshot(snapshot("d"), name).join();
    its.deleteSnapshots().join();
    assertThat(its.listSnapshots().join()).isEmpty();
  }

  @Test
  void snapshotsAreClonedAndRestored() throws IOException {
    create("f");
    write("f:q@1=a");
    its.snapshot(snapshot("a"), name).join();
    its.cloneSnapshot(snapshot("a"), copy()).join();
    drop(copy());
    its.cloneSnapshot(snapshot("a"), copy(), false).join();
    drop(copy());
    its.cloneSnapshot(snapshot("a"), copy(), false, null).join();
    assertThat(its.isTableEnabled(copy()).join()).isTrue();
    write("f:q@2=b");
    its.disableTable(name).join();
    its.restoreSnapshot(snapshot("a")).join();
    its.restoreSnapshot(snapshot("a"), true).join();
    its.restoreSnapshot(snapshot("a"), true, false).join();
    its.enableTable(name).join();
    assertThat(read(allVersions())).isEqualTo("f:q@1=a");
    assertThat(snapshots(its.listSnapshots().join())).containsExactly("a");
  }

  @Test
  void f248_quotas() throws IOException {
    create("f");
    its.setQuota(
            QuotaSettingsFactory.throttleTable(
                name, ThrottleType.READ_NUMBER, 1000, TimeUnit.SECONDS))
        .join();
    QuotaFilter ofTable = new QuotaFilter().setTableFilter(name.getNameAsString());
    assertThat(its.getQuota(ofTable).join()).hasSize(1);
    its.setQuota(QuotaSettingsFactory.unthrottleTable(name)).join();
    assertThat(its.getQuota(ofTable).join()).isEmpty();
  }

  @Test
  @SuppressWarnings("deprecation") // Former names of settings.
  void aBuilderSetsPausesAttemptsAndTimeouts() throws IOException {
    create("f");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      AsyncAdmin built =
          async
              .getAdminBuilder()
              .setOperationTimeout(10, TimeUnit.SECONDS)
              .setRpcTimeout(9, TimeUnit.SECONDS)
              .setRetryPause(1, TimeUnit.MILLISECONDS)
              .setRetryPauseForCQTBE(2, TimeUnit.MILLISECONDS)
              .setRetryPauseForServerOverloaded(3, TimeUnit.MILLISECONDS)
              .setMaxRetries(2)
              .setMaxAttempts(3)
              .setStartLogErrorsCnt(1)
              .build();
      assertThat(built.tableExists(name).join()).isTrue();
      assertThat(async.getAdmin(pool).tableExists(name).join()).isTrue();
      assertThat(async.getAdminBuilder(pool).build().tableExists(name).join()).isTrue();
      String thread =
          async
              .getAdmin(pool)
              .tableExists(name)
              .thenApply(exists -> Thread.currentThread().getName())
              .join();
      assertThat(thread).isNotNull();
    } finally {
      pool.shutdownNow();
    }
    assertThat(keys(new Scan())).isEmpty();
  }
}
