package io.rowandb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a test does to its store, seen through connections of both kinds. */
class TestStoreTest {
  private static final TableName NAME = TableName.valueOf("t");

  private static TestStore open(Door door) throws IOException {
    Configuration settings = new Configuration(false);
    settings.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 3);
    settings.setInt(HConstants.HBASE_CLIENT_PAUSE, 10);
    TestStore store = TestStore.open("store", door, settings);
    store.admin().createTable(Rows.descriptor("t"));
    return store;
  }

  @ParameterizedTest
  @EnumSource
  void crashLosesOnlyWhatWasNotHandedToTheSystem(Door door) throws IOException {
    try (TestStore store = open(door)) {
      Table table = store.table("t");
      Rows.put(table, "flushed", "1");
      store.flush();
      Rows.put(table, "logged", "1");
      Rows.put(table, "forced", "1", Durability.FSYNC_WAL);
      Rows.put(table, "unlogged", "1", Durability.SKIP_WAL);
      Rows.put(table, "waiting", "1", Durability.ASYNC_WAL);
      store.crash();
      assertThat(Rows.all(table)).containsExactly("flushed", "forced", "logged");
      Rows.put(table, "later", "1");
      store.crash();
      assertThat(Rows.all(table)).containsExactly("flushed", "forced", "later", "logged");
    }
  }

  /** Some writes fail when the store dies under them; none that was acknowledged is lost. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void crashesBesideWritesLoseNothingAcknowledged(Door door) throws Exception {
    try (TestStore store = open(door)) {
      // Bounded, so that the writers go on only as the test does.
      BlockingQueue<String> acknowledged = new ArrayBlockingQueue<>(8);
      AtomicBoolean over = new AtomicBoolean();
      ExecutorService writers = Executors.newFixedThreadPool(2);
      List<Future<Integer>> written = new ArrayList<>();
      for (String writer : List.of("a", "b")) {
        written.add(writers.submit(() -> write(store, writer, acknowledged, over)));
      }
      Table table = store.table("t");
      Set<String> missing = new HashSet<>();
      for (int i = 0; i < 500; i++) {
        String row = acknowledged.poll(1, TimeUnit.MINUTES);
        assertThat(row).isNotNull();
        missing.add(row);
        if (i % 100 == 50) {
          store.flush();
        } else if (i % 25 == 0) {
          store.crash();
        }
      }
      over.set(true);
      for (Future<Integer> each : written) {
        while (!each.isDone()) {
          acknowledged.drainTo(missing);
        }
        assertThat(each.get()).isPositive();
      }
      writers.shutdown();
      Rows.all(table).forEach(missing::remove);
      assertThat(missing).isEmpty();
    }
  }

  /** Writes one row after the other; returns how many. */
  private static int write(
      TestStore store, String writer, BlockingQueue<String> acknowledged, AtomicBoolean over)
      throws Exception {
    int count = 0;
    try (Connection own = ConnectionFactory.createConnection(store.configuration());
        Table table = own.getTable(NAME)) {
      while (!over.get()) {
        String row = writer + count++;
        boolean known = false;
        try {
          Rows.put(table, row, "1");
          known = true;
        } catch (IOException e) {
          // The store died under it: whether the row is there nobody knows.
          assertThat(known).isFalse();
        }
        if (known) {
          acknowledged.put(row);
        }
      }
    }
    return count;
  }

  @ParameterizedTest
  @EnumSource
  void lossOfPowerLosesWhatWasNotForced(Door door) throws IOException {
    try (TestStore store = open(door)) {
      Table table = store.table("t");
      Rows.put(table, "flushed", "1");
      store.flush(NAME);
      Rows.put(table, "before", "1");
      Rows.put(table, "forced", "1", Durability.FSYNC_WAL);
      Rows.put(table, "logged", "1");
      store.losePower();
      assertThat(Rows.all(table)).containsExactly("before", "flushed", "forced");
      store.losePower();
      assertThat(Rows.all(table)).containsExactly("before", "flushed", "forced");
    }
  }

  @ParameterizedTest
  @EnumSource
  void restartLosesNothing(Door door) throws IOException {
    try (TestStore store = open(door)) {
      Table table = store.table("t");
      Rows.put(table, "unlogged", "1", Durability.SKIP_WAL);
      store.restart();
      assertThat(Rows.all(table)).containsExactly("unlogged");
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void openConnectionsOfAllKindsGoOnAfterACrash(Door door) throws Exception {
    try (TestStore store = open(door);
        Connection own = ConnectionFactory.createConnection(store.configuration())) {
      Admin admin = store.admin();
      AsyncConnection async = store.asyncConnection();
      AsyncTable<?> asyncTable = async.getTable(NAME);
      asyncTable.put(Rows.put("a", "1")).join();
      assertThat(admin.tableExists(NAME)).isTrue();
      store.crash();
      asyncTable.put(Rows.put("b", "1")).join();
      try (Table table = own.getTable(NAME)) {
        assertThat(Rows.all(table)).containsExactly("a", "b");
      }
      admin.createTable(Rows.descriptor("u"));
      assertThat(own.getAdmin().listTableNames()).hasSize(2);
      admin.majorCompact(NAME);
      assertThat(admin.getRegions(NAME)).hasSize(1);
      assertThat(async.getAdmin().isTableEnabled(TableName.valueOf("u")).join()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void rollsBackTablesContentAndTime(Door door) throws IOException {
    try (TestStore store = open(door)) {
      Table table = store.table("t");
      Rows.put(table, "a", "1");
      Rows.put(table, "b", "1");
      store.checkpoint();
      for (int i = 0; i < 3; i++) {
        store.clock().advance(Duration.ofDays(1));
        Rows.put(table, "a", "2");
        table.delete(new Delete(Bytes.toBytes("b")));
        store.flush();
        Rows.put(table, "c", "1");
        store.admin().createTable(Rows.descriptor("u" + i));
        store.rollBack();
        assertThat(Rows.all(table)).containsExactly("a", "b");
        assertThat(Rows.get(table, "a")).isEqualTo("1");
        assertThat(store.admin().listTableNames()).containsExactly(NAME);
        assertThat(store.clock().millis() - System.currentTimeMillis()).isLessThan(10_000);
      }
      store.crash();
      assertThat(Rows.all(table)).containsExactly("a", "b");
    }
  }

  @ParameterizedTest
  @EnumSource
  void forksGoOnByThemselves(Door door) throws IOException {
    try (TestStore store = open(door)) {
      Table table = store.table("t");
      Rows.put(table, "a", "1");
      try (TestStore fork = store.fork();
          TestStore forkOfFork = fork.fork()) {
        Rows.put(table, "original", "1");
        Rows.put(fork.table("t"), "fork", "1");
        fork.clock().advance(Duration.ofHours(1));
        fork.majorCompact(NAME);
        fork.crash();
        assertThat(Rows.all(table)).containsExactly("a", "original");
        assertThat(Rows.all(fork.table("t"))).containsExactly("a", "fork");
        assertThat(Rows.all(forkOfFork.table("t"))).containsExactly("a");
        assertThat(forkOfFork.clock().millis()).isLessThan(fork.clock().millis());
        fork.admin().disableTable(NAME);
        fork.admin().deleteTable(NAME);
      }
      store.crash();
      assertThat(Rows.all(table)).containsExactly("a", "original");
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void forksCloseWithTheirStoreAtTheLatest(Door door) throws IOException {
    TestStore store = open(door);
    TestStore closedBefore = store.fork();
    TestStore leftOpen = store.fork();
    TestStore forkOfFork = leftOpen.fork();
    closedBefore.close();
    store.close();
    for (TestStore each : List.of(closedBefore, leftOpen, forkOfFork)) {
      assertThatThrownBy(each::flush).hasMessageContaining(each.name() + " is closed");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theClockMakesTimestampsAndEndsTimesToLive(Door door) throws IOException {
    try (TestStore store = open(door)) {
      store
          .admin()
          .createTable(
              TableDescriptorBuilder.newBuilder(TableName.valueOf("ttl"))
                  .setColumnFamily(
                      ColumnFamilyDescriptorBuilder.newBuilder(Rows.F).setTimeToLive(60).build())
                  .build());
      Table table = store.table("ttl");
      store.clock().stop();
      store.clock().set(Instant.ofEpochMilli(1_000_000));
      Rows.put(table, "a", "1");
      assertThat(table.get(new Get(Bytes.toBytes("a"))).rawCells()[0].getTimestamp())
          .isEqualTo(1_000_000);
      store.clock().advance(Duration.ofSeconds(60));
      assertThat(Rows.get(table, "a")).isEqualTo("1");
      store.clock().advance(Duration.ofMillis(1));
      assertThat(Rows.get(table, "a")).isNull();
      // HBase's own client looks at the time of day; what it asks of tables must not depend on it.
      for (Instant time : List.of(Instant.EPOCH, Instant.now().plus(Duration.ofDays(9999)))) {
        store.clock().set(time);
        TableName made = TableName.valueOf("made" + time.toEpochMilli());
        store.admin().createTable(Rows.descriptor(made.getNameAsString()));
        assertThat(store.admin().isTableAvailable(made)).isTrue();
        assertThat(store.asyncConnection().getAdmin().isTableEnabled(made).join()).isTrue();
        Rows.put(store.table(made.getNameAsString()), "a", "1");
        assertThat(Rows.all(store.table(made.getNameAsString()))).containsExactly("a");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void compactionsAreDoneWhenTheCallReturns(Door door) throws IOException {
    try (TestStore store = open(door)) {
      Table table = store.table("t");
      Scan raw = new Scan().setRaw(true).readAllVersions();
      for (int i = 1; i <= 3; i++) {
        table.put(new Put(Bytes.toBytes("a")).addColumn(Rows.F, Rows.Q, i, Bytes.toBytes(i)));
        table.delete(new Delete(Bytes.toBytes("b" + i)));
        assertThat(table.getScanner(raw)).hasSize(1 + i);
        store.flush();
        if (i < 3) { // HBase's policy waits for three files; three of three are all
          store.compact(NAME);
          assertThat(table.getScanner(raw)).hasSize(1 + i);
        }
      }
      assertThat(table.getScanner(raw)).hasSize(1);
      table.delete(new Delete(Bytes.toBytes("a")));
      store.flush();
      assertThat(table.getScanner(raw).next().size()).isEqualTo(2);
      store.majorCompact(NAME);
      assertThat(table.getScanner(raw).next()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void splitRegionsServeTheSameRows(Door door) throws IOException {
    try (TestStore store = open(door)) {
      Table table = store.table("t");
      for (String row : List.of("a", "b", "c")) {
        Rows.put(table, row, "1");
      }
      store.split(NAME, Bytes.toBytes("b"));
      assertThat(store.admin().getRegions(NAME)).hasSize(2);
      assertThat(Rows.all(table)).containsExactly("a", "b", "c");
      Rows.put(table, "b", "2");
      store.crash();
      assertThat(store.admin().getRegions(NAME)).hasSize(2);
      assertThat(Rows.get(table, "b")).isEqualTo("2");
      assertThatThrownBy(() -> store.split(NAME, Bytes.toBytes("b")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("b");
      store.majorCompact(NAME);
      store.split(NAME, Bytes.toBytes("c"));
      assertThat(store.admin().getRegions(NAME)).hasSize(3);
      assertThat(Rows.all(table)).containsExactly("a", "b", "c");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrongIsSaid(Door door) throws IOException {
    TestStore store = open(door);
    assertThatThrownBy(store::rollBack)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no checkpoint of store " + store.name());
    assertThatThrownBy(() -> store.flush(TableName.valueOf("nothing")))
        .isInstanceOf(org.apache.hadoop.hbase.TableNotFoundException.class)
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> store.clock().advance(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.001S");
    store.close();
    store.close();
    assertThatThrownBy(store::crash).hasMessageContaining(store.name() + " is closed");
    assertThatThrownBy(store::connection).hasMessageContaining(store.name() + " is closed");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void closingTakesTheStoreFromConnectionsLeftOpen(Door door) throws IOException {
    TestStore store = open(door);
    try (Connection own = ConnectionFactory.createConnection(store.configuration());
        Table table = own.getTable(NAME)) {
      Rows.put(table, "a", "1");
      assertThat(store.closeAndFindLeaks())
          .containsExactly("A connection to store " + store.name() + " was left open");
      assertThatThrownBy(() -> Rows.get(table, "a")).isInstanceOf(IOException.class);
    }
    try (TestStore other = open(door)) {
      assertThat(Rows.all(other.table("t"))).isEmpty();
    }
  }

  /** What a program attached to a store, and cannot be closed. */
  private record Unclosable(SharedStore store) implements AutoCloseable {
    static void attach(SharedStore to) throws IOException {
      assertThat(to.service(Unclosable.class, Unclosable::new).store()).isSameAs(to);
    }

    @Override
    public void close() throws IOException {
      throw new IOException("does not close");
    }
  }

  @Test
  void aForkThatFailsToCloseLeavesNothingOpen() throws IOException {
    TestStore store = TestStore.open();
    Connection connection = store.connection();
    TestStore first = store.fork();
    TestStore second = store.fork();
    for (TestStore fork : List.of(first, second)) {
      try (SharedStore user = SharedStore.acquire(fork.configuration())) {
        Unclosable.attach(user);
      }
    }
    assertThatThrownBy(store::close)
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("does not close")
        .hasStackTraceContaining("Suppressed");
    assertThat(connection.isClosed()).isTrue();
    for (TestStore each : List.of(store, first, second)) {
      assertThatThrownBy(() -> SharedStore.acquire(each.configuration()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is closed");
    }
    store.close();
  }

  @Test
  void aRestartThatFailsIsMadeUpForByTheNext() throws IOException {
    try (TestStore store = TestStore.open()) {
      store
          .admin()
          .createTable(
              TableDescriptorBuilder.newBuilder(TableName.valueOf("kept"))
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                  .build());
      try (SharedStore user = SharedStore.acquire(store.configuration())) {
        Unclosable.attach(user);
      }
      assertThatThrownBy(store::restart).hasMessageContaining("does not close");
      store.restart();
      assertThat(store.admin().tableExists(TableName.valueOf("kept"))).isTrue();
    }
  }

  @Test
  void aStoreWhoseRestartFailedCloses() throws IOException {
    TestStore store = TestStore.open();
    try (SharedStore user = SharedStore.acquire(store.configuration())) {
      Unclosable.attach(user);
    }
    assertThatThrownBy(store::restart).hasMessageContaining("does not close");
    store.close();
    assertThatThrownBy(() -> SharedStore.acquire(store.configuration()))
        .hasMessageContaining("is closed");
  }
}
