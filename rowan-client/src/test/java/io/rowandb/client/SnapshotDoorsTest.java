package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.SnapshotType;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.snapshot.RestoreSnapshotException;
import org.apache.hadoop.hbase.snapshot.SnapshotCreationException;
import org.apache.hadoop.hbase.snapshot.SnapshotDoesNotExistException;
import org.apache.hadoop.hbase.snapshot.SnapshotExistsException;
import org.apache.hadoop.hbase.snapshot.SnapshotTTLExpiredException;
import org.apache.hadoop.hbase.snapshot.UnknownSnapshotException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snapshots through HBase's {@code Admin} and {@code AsyncAdmin}, at both doors. */
@Timeout(120)
class SnapshotDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final TableName C = TableName.valueOf("c");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** What a test does with a store that has table t with rows a and z in two regions. */
  private interface Body {
    void with(Connection connection, Admin admin) throws Exception;
  }

  private static Configuration configuration(Door door) {
    Configuration conf = door.configuration("mem:snapshot-doors-" + NUMBER.incrementAndGet());
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.client.pause", 10);
    return conf;
  }

  private static void run(Door door, Body body) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration(door));
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .setValue("OWN", "value")
              .build(),
          new byte[][] {Bytes.toBytes("m")});
      put(connection, T, "a", "1");
      put(connection, T, "z", "1");
      body.with(connection, admin);
    }
  }

  private static void put(Connection connection, TableName name, String row, String value)
      throws IOException {
    try (Table table = connection.getTable(name)) {
      table.put(new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value)));
    }
  }

  private static List<String> rows(Connection connection, TableName name) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        rows.add(Bytes.toString(row.getRow()) + Bytes.toString(row.getValue(F, Q)));
      }
    }
    return rows;
  }

  @ParameterizedTest
  @EnumSource
  void takesListsAndDeletes(Door door) throws Exception {
    run(
        door,
        (connection, admin) -> {
          long before = System.currentTimeMillis();
          admin.snapshot("s1", T);
          admin.snapshot(
              new SnapshotDescription(
                  "s2",
                  T,
                  SnapshotType.SKIPFLUSH,
                  "me",
                  12345,
                  1,
                  Map.of("TTL", 100_000_000_000L)));
          admin.disableTable(T);
          admin.snapshotAsync(new SnapshotDescription("other", T)).get(10, TimeUnit.SECONDS);
          admin.enableTable(T);

          List<SnapshotDescription> all = admin.listSnapshots();
          assertThat(all)
              .extracting(SnapshotDescription::getName)
              .containsExactlyInAnyOrder("s1", "s2", "other");
          SnapshotDescription s1 =
              all.stream().filter(it -> it.getName().equals("s1")).findAny().get();
          assertThat(s1.getTableName()).isEqualTo(T);
          assertThat(s1.getType()).isEqualTo(SnapshotType.FLUSH);
          assertThat(s1.getCreationTime()).isBetween(before, System.currentTimeMillis());
          assertThat(s1.getTtl()).isZero();
          SnapshotDescription s2 =
              all.stream().filter(it -> it.getName().equals("s2")).findAny().get();
          assertThat(s2.getType()).isEqualTo(SnapshotType.SKIPFLUSH);
          assertThat(s2.getOwner()).isEqualTo("me");
          assertThat(s2.getCreationTime()).isEqualTo(12345);
          assertThat(s2.getTtl()).isEqualTo(100_000_000_000L);
          assertThat(admin.isSnapshotFinished(s1)).isTrue();
          assertThat(admin.listSnapshots(Pattern.compile("s.")))
              .extracting(SnapshotDescription::getName)
              .containsExactlyInAnyOrder("s1", "s2");
          assertThat(admin.listTableSnapshots(Pattern.compile("t"), Pattern.compile("o.*")))
              .extracting(SnapshotDescription::getType)
              .containsExactly(SnapshotType.DISABLED);
          assertThat(admin.listTableSnapshots(Pattern.compile("x"), Pattern.compile(".*")))
              .isEmpty();

          admin.deleteSnapshot("s1");
          admin.deleteSnapshots(Pattern.compile("s.*"));
          assertThat(admin.listSnapshots()).hasSize(1);
          admin.deleteTableSnapshots(Pattern.compile("t"), Pattern.compile(".*"));
          assertThat(admin.listSnapshots()).isEmpty();
        });
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void clonesAndRestores(Door door) throws Exception {
    run(
        door,
        (connection, admin) -> {
          admin.snapshot("s", T);
          put(connection, T, "a", "2");
          put(connection, T, "b", "2");
          admin.cloneSnapshot("s", C);
          assertThat(rows(connection, C)).containsExactly("a1", "z1");
          assertThat(admin.getRegions(C)).hasSize(2);
          assertThat(admin.getDescriptor(C).getValue("OWN")).isEqualTo("value");
          assertThat(admin.isTableEnabled(C)).isTrue();
          put(connection, C, "x", "3");

          assertThat(rows(connection, T)).containsExactly("a2", "b2", "z1");
          admin.disableTable(T);
          admin.restoreSnapshot("s", true);
          assertThat(admin.isTableDisabled(T)).isTrue();
          assertThat(admin.listSnapshots()).as("the fail-safe one is gone").hasSize(1);
          admin.enableTable(T);
          assertThat(rows(connection, T)).containsExactly("a1", "z1");
          assertThat(rows(connection, C)).containsExactly("a1", "x3", "z1");

          admin.disableTable(T);
          admin.deleteTable(T);
          admin.restoreSnapshot("s");
          assertThat(rows(connection, T)).as("a table that is gone").containsExactly("a1", "z1");
        });
  }

  @ParameterizedTest
  @EnumSource
  void copiesASchema(Door door) throws Exception {
    run(
        door,
        (connection, admin) -> {
          admin.cloneTableSchema(T, C, true);
          TableDescriptor copy = admin.getDescriptor(C);
          assertThat(copy.getValue("OWN")).isEqualTo("value");
          assertThat(admin.getRegions(C)).hasSize(2);
          assertThat(rows(connection, C)).isEmpty();
        });
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void refusesAsAClusterDoes(Door door) throws Exception {
    run(
        door,
        (connection, admin) -> {
          admin.snapshot("s", T);
          assertThatThrownBy(() -> admin.snapshot("s", T))
              .isInstanceOf(SnapshotExistsException.class);
          assertThatThrownBy(() -> admin.snapshot("n", TableName.valueOf("none")))
              .isInstanceOf(SnapshotCreationException.class)
              .hasMessageContaining("none");
          assertThatThrownBy(() -> admin.snapshot("a/b", T))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> admin.snapshot("m", TableName.META_TABLE_NAME))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> admin.deleteSnapshot("none"))
              .isInstanceOf(SnapshotDoesNotExistException.class);
          assertThatThrownBy(() -> admin.cloneSnapshot("none", C))
              .isInstanceOf(SnapshotDoesNotExistException.class);
          assertThatThrownBy(() -> admin.cloneSnapshot("s", T))
              .isInstanceOf(TableExistsException.class);
          assertThatThrownBy(() -> admin.cloneSnapshot("s", TableName.valueOf("no:c")))
              .isInstanceOf(NamespaceNotFoundException.class);
          assertThatThrownBy(() -> admin.restoreSnapshot("none"))
              .isInstanceOf(RestoreSnapshotException.class);
          assertThatThrownBy(() -> admin.restoreSnapshot("s"))
              .isInstanceOf(TableNotDisabledException.class);
          assertThatThrownBy(() -> admin.isSnapshotFinished(new SnapshotDescription("none", T)))
              .isInstanceOf(UnknownSnapshotException.class);
          assertThatThrownBy(() -> admin.cloneTableSchema(TableName.valueOf("none"), C, false))
              .isInstanceOf(TableNotFoundException.class);
        });
  }

  @ParameterizedTest
  @EnumSource
  void goesWhenItsTimeIsOver(Door door) throws Exception {
    run(
        door,
        (connection, admin) -> {
          assertThat(admin.isSnapshotCleanupEnabled()).isTrue();
          assertThat(admin.snapshotCleanupSwitch(false, true)).isTrue();
          assertThat(admin.isSnapshotCleanupEnabled()).isFalse();
          admin.snapshot(
              new SnapshotDescription(
                  "old", T, SnapshotType.FLUSH, null, 1_000, -1, Map.of("TTL", 60L)));
          assertThat(admin.listSnapshots()).hasSize(1);
          assertThatThrownBy(() -> admin.cloneSnapshot("old", C))
              .isInstanceOf(SnapshotTTLExpiredException.class);
          assertThat(admin.snapshotCleanupSwitch(true, false)).isFalse();
          assertThat(admin.listSnapshots()).isEmpty();
        });
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void theAsyncAdminDoesTheSame(Door door) throws Exception {
    run(
        door,
        (connection, admin) -> {
          try (AsyncConnection async =
              ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
            AsyncAdmin asyncAdmin = async.getAdmin();
            asyncAdmin.snapshot("s", T).get();
            put(connection, T, "a", "2");
            asyncAdmin.cloneSnapshot("s", C).get();
            assertThat(rows(connection, C)).containsExactly("a1", "z1");
            asyncAdmin.disableTable(T).get();
            asyncAdmin.restoreSnapshot("s", true).get();
            asyncAdmin.enableTable(T).get();
            assertThat(rows(connection, T)).containsExactly("a1", "z1");
            assertThat(asyncAdmin.listSnapshots().get()).hasSize(1);
            asyncAdmin.deleteSnapshots(Pattern.compile(".*")).get();
            assertThat(asyncAdmin.listSnapshots().get()).isEmpty();
            assertThatThrownBy(() -> asyncAdmin.deleteSnapshot("s").get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(SnapshotDoesNotExistException.class);
          }
        });
  }

  /** No try finds it: the first one says so. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void aSnapshotWithoutAFileIsNotCloned(Door door, @TempDir Path directory) throws Exception {
    Path store = directory.resolve("store");
    Configuration conf = door.configuration(store.toString());
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
      put(connection, T, "a", "1");
      admin.snapshot("s", T);
      Path file;
      try (Stream<Path> files = Files.walk(store.resolve("snapshot"))) {
        file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      }
      Files.delete(file);
      assertThatThrownBy(() -> admin.cloneSnapshot("s", C))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("Missing file " + file);
      assertThat(admin.tableExists(C)).isFalse();
      admin.deleteSnapshot("s");
    }
  }
}
