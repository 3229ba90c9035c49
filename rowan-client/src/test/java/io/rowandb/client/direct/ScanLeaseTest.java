package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.ManualClock;
import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What an open scan pins, and when it lets go: rows r00 to r19 in two regions, in one file each.
 */
class ScanLeaseTest {
  private static final TableName ENGINE_NAME = DescriptorAdapter.engine(DoorTest.T);
  private static final int ROWS = 20;
  private static final long LEASE_MILLIS = 60_000;

  private final ManualClock clock = new ManualClock();
  private final MemoryFileSystem files = new MemoryFileSystem();
  private Configuration conf;
  private Database database;
  private DirectConnection connection;
  private Table table;

  @BeforeEach
  void openStore(TestInfo test) throws IOException {
    conf = Rowan.configuration("mem:leases-" + test.getDisplayName().hashCode());
    database =
        Database.open(
            DatabaseOptions.builder(Path.of("leases"))
                .fileSystem(files)
                .clock(clock)
                .backgroundThreads(0)
                .build());
    open();
    database.createTable(DescriptorAdapter.engine(DoorTest.descriptor()), List.of(bytes("r10")));
    table = connection.getTable(DoorTest.T);
    for (int i = 0; i < ROWS; i++) {
      table.put(DoorTest.put(row(i), "f:q", "old"));
    }
    database.flush(ENGINE_NAME);
  }

  private void open() throws IOException {
    try (SharedStore store = SharedStore.share(conf, database)) {
      assertThat(store.database()).isSameAs(database);
      connection = (DirectConnection) ConnectionFactory.createConnection(conf);
    }
  }

  @AfterEach
  void closeStore() throws IOException {
    connection.close();
  }

  @Test
  void aScanThatRestsLetsGoOfItsFilesAndGoesOnBehindItsLastRow() throws IOException {
    int filesBefore = storeFiles();
    ResultScanner scanner = table.getScanner(new Scan());
    assertThat(row(scanner.next())).isEqualTo("r00");
    for (int i = 0; i < ROWS; i++) {
      table.put(DoorTest.put(row(i), "f:q", "new"));
    }
    database.flush(ENGINE_NAME);
    database.compact(ENGINE_NAME, null, true);
    assertThat(storeFiles()).as("the first region's old file is pinned").isEqualTo(filesBefore + 1);
    rest();
    assertThat(connection.store().leases().count()).isZero();
    assertThat(storeFiles()).isEqualTo(filesBefore);
    for (int i = 1; i < ROWS; i++) {
      Result result = scanner.next();
      assertThat(row(result)).isEqualTo(row(i));
      assertThat(Bytes.toString(result.value())).isEqualTo("new");
    }
    assertThat(scanner.next()).isNull();
    assertThat(connection.store().leases().count()).isZero();
  }

  @Test
  void aRowThatWasCutGoesOnAsItWas() throws IOException {
    table.put(DoorTest.put("r05", "f:a", "old"));
    Scan scan = new Scan().withStartRow(bytes("r05")).setBatch(1);
    try (ResultScanner scanner = table.getScanner(scan)) {
      assertThat(DoorTest.text(scanner.next())).isEqualTo("r05{f:a=old}+");
      table.put(DoorTest.put("r05", "f:b", "new"));
      table.put(DoorTest.put("r05", "f:q", "new"));
      rest();
      assertThat(DoorTest.text(scanner.next())).isEqualTo("r05{f:q=old}");
      table.put(DoorTest.put("r15", "f:q", "new"));
      rest();
      Result next = scanner.next();
      while (!row(next).equals("r15")) {
        next = scanner.next();
      }
      assertThat(Bytes.toString(next.value())).as("another region").isEqualTo("new");
    }
  }

  @Test
  void everyKindOfScanGivesTheSameRowsWhenItsLeaseEndsBehindEachResult() throws IOException {
    table.put(
        DoorTest.put("r03", "f:1", "v")
            .addColumn(bytes("f"), bytes("2"), bytes("v"))
            .addColumn(bytes("g"), bytes("1"), bytes("v")));
    List<Scan> scans =
        List.of(
            new Scan(),
            new Scan().setReversed(true),
            new Scan().setLimit(13),
            new Scan().setBatch(2),
            new Scan().setBatch(1).setReversed(true),
            new Scan().setAllowPartialResults(true).setMaxResultSize(1),
            new Scan().setAllowPartialResults(true).setMaxResultSize(1).setLimit(5),
            new Scan().withStartRow(bytes("r02"), false).withStopRow(bytes("r12"), true),
            new Scan().setRaw(true).readAllVersions());
    for (Scan scan : scans) {
      assertThat(results(new Scan(scan), true))
          .as("%s", scan)
          .isEqualTo(results(new Scan(scan), false))
          .isNotEmpty();
    }
  }

  private List<String> results(Scan scan, boolean resting) throws IOException {
    List<String> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result next = scanner.next(); next != null; next = scanner.next()) {
        results.add(DoorTest.text(next));
        if (resting) {
          rest();
          assertThat(connection.store().leases().count()).isZero();
        }
      }
    }
    return results;
  }

  @Test
  void aScanThatIsUsedOrRenewedKeepsItsLease() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(scanner.renewLease()).as("before the first row").isFalse();
      scanner.next();
      for (int i = 0; i < 3; i++) {
        connection.store().leases().sweep();
        clock.advance(LEASE_MILLIS - 1);
        connection.store().leases().sweep();
        assertThat(connection.store().leases().count()).isOne();
        assertThat(scanner.renewLease()).isTrue();
      }
      clock.advance(-LEASE_MILLIS * 10);
      connection.store().leases().sweep();
      assertThat(connection.store().leases().count()).as("a clock that was set back").isOne();
      rest();
      assertThat(scanner.renewLease()).isFalse();
      assertThat(row(scanner.next())).isEqualTo("r01");
      assertThat(scanner.renewLease()).isTrue();
    }
    assertThat(connection.store().leases().count()).isZero();
  }

  @Test
  void aClientThatRepeatsNothingIsToldThatTheLeaseEnded() throws IOException {
    Configuration once = new Configuration(conf);
    once.setInt("hbase.client.retries.number", 0);
    try (var impatient = ConnectionFactory.createConnection(once);
        ResultScanner scanner = impatient.getTable(DoorTest.T).getScanner(new Scan())) {
      scanner.next();
      rest();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(scanner::next)
            .isInstanceOf(UnknownScannerException.class)
            .hasMessageContaining("hbase.client.scanner.timeout.period");
      }
    }
  }

  @Test
  void aScanThatItsProgramForgotIsReleased() throws IOException {
    for (int i = 0; i < 5; i++) {
      forget();
    }
    ResultScanner kept = table.getScanner(new Scan());
    kept.next();
    while (connection.store().leases().count() > 1) {
      System.gc();
      connection.store().leases().sweep();
    }
    assertThat(row(kept.next())).as("the one that is reachable").isEqualTo("r01");
    kept.close();
  }

  private void forget() throws IOException {
    assertThat(row(table.getScanner(new Scan()).next())).isEqualTo("r00");
  }

  @Test
  void theEndOfTheStoreReleasesScans() throws IOException {
    ResultScanner scanner = table.getScanner(new Scan());
    scanner.next();
    var leases = connection.store().leases();
    connection.close();
    assertThat(leases.count()).isZero();
    assertThatThrownBy(scanner::next).isInstanceOf(ConnectionClosedException.class);
    scanner.close();
    scanner.close();
  }

  /** A sweep comes while a call reads, and the scan is closed by another thread: both wait. */
  @Test
  @SuppressWarnings("try") // closed by another thread too
  void nothingIsReleasedUnderACallThatReads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Gate.entered = new CountDownLatch(1);
    Gate.open = new CountDownLatch(1);
    try (ResultScanner scanner = table.getScanner(new Scan().setFilter(new Gate()))) {
      Future<Result> reading = threads.submit(() -> scanner.next());
      Gate.entered.await();
      rest();
      assertThat(connection.store().leases().count()).as("a call that works is a use").isOne();
      CountDownLatch closing = new CountDownLatch(1);
      Future<?> closed =
          threads.submit(
              () -> {
                closing.countDown();
                scanner.close();
              });
      closing.await();
      assertThat(connection.store().leases().count()).as("close waits").isOne();
      Gate.open.countDown();
      assertThat(row(reading.get())).isEqualTo("r00");
      closed.get();
      assertThat(connection.store().leases().count()).isZero();
    } finally {
      Gate.open.countDown();
      threads.shutdownNow();
    }
  }

  /** The store closes under a call: the call ends, and then what it held is free. */
  @Test
  void theStoresEndDoesNotWaitForACallThatReads() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Gate.entered = new CountDownLatch(1);
    Gate.open = new CountDownLatch(1);
    ResultScanner scanner = table.getScanner(new Scan().setFilter(new Gate()));
    var leases = connection.store().leases();
    try {
      Future<Result> reading = threads.submit(() -> scanner.next());
      Gate.entered.await();
      leases.close();
      assertThat(leases.count()).isOne();
      Gate.open.countDown();
      assertThat(row(reading.get())).isEqualTo("r00");
      assertThat(leases.count()).isZero();
    } finally {
      Gate.open.countDown();
      threads.shutdownNow();
    }
  }

  /** Holds up the first row of a scan. */
  public static final class Gate extends FilterBase {
    static volatile CountDownLatch entered;
    static volatile CountDownLatch open;

    @Override
    public boolean filterRowKey(Cell cell) throws IOException {
      entered.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return false;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return ReturnCode.INCLUDE;
    }

    /** How HBase reads a filter of this class. */
    public static Gate parseFrom(byte[] nothing) {
      return new Gate();
    }
  }

  /** Every lease ends at every sweep, while memstores and files under the scans are exchanged. */
  @Test
  void scansUnderSweepsFlushesAndCompactionsSeeEveryRowOnce() throws Exception {
    conf.setInt("hbase.client.scanner.timeout.period", 0);
    long seed = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (var other = (DirectConnection) ConnectionFactory.createConnection(conf)) {
      var leases = new io.rowandb.client.lease.ScanLeases[] {other.store().leases()};
      assertThat(leases[0]).isNotNull();
      CountDownLatch scansLeft = new CountDownLatch(300);
      List<Future<?>> readers = new ArrayList<>();
      for (int reader = 0; reader < 2; reader++) {
        Random random = new Random(seed + reader);
        readers.add(
            threads.submit(
                () -> {
                  while (scansLeft.getCount() > 0) {
                    scanAll(other.getTable(DoorTest.T), random);
                    scansLeft.countDown();
                  }
                  return null;
                }));
      }
      Future<?> sweeper =
          threads.submit(
              () -> {
                while (scansLeft.getCount() > 0) {
                  leases[0].sweep();
                }
              });
      for (int round = 0; scansLeft.getCount() > 0; round++) {
        for (int i = 0; i < ROWS; i++) {
          table.put(DoorTest.put(row(i), "f:q", "v" + round));
        }
        clock.advance(1);
        database.flush(ENGINE_NAME);
        database.compact(ENGINE_NAME, null, true);
      }
      for (Future<?> each : readers) {
        join(each, seed);
      }
      join(sweeper, seed);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void join(Future<?> thread, long seed) throws InterruptedException {
    try {
      thread.get();
    } catch (ExecutionException e) {
      throw new AssertionError("seed " + seed, e.getCause());
    }
  }

  private static void scanAll(Table table, Random random) throws IOException {
    boolean reversed = random.nextBoolean();
    int closedAfter = random.nextInt(ROWS * 4);
    List<String> found = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().setReversed(reversed))) {
      for (Result next = scanner.next(); next != null; next = scanner.next()) {
        found.add(row(next));
        assertThat(Bytes.toString(next.value())).matches("old|v[0-9]+");
        if (found.size() == closedAfter) {
          return;
        }
      }
    }
    List<String> all = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      all.add(row(reversed ? ROWS - 1 - i : i));
    }
    assertThat(found).isEqualTo(all);
  }

  /** More time than a lease passes, and the sweeps see it. */
  private void rest() throws IOException {
    connection.store().leases().sweep();
    clock.advance(LEASE_MILLIS);
    connection.store().leases().sweep();
  }

  private int storeFiles() {
    return count(database.options().directory());
  }

  private int count(Path directory) {
    int count = 0;
    for (Path path : files.list(directory)) {
      if (files.isDirectory(path)) {
        count += count(path);
      } else if (!directory.getFileName().toString().equals("log")) {
        count++;
      }
    }
    return count;
  }

  private static String row(int i) {
    return String.format("r%02d", i);
  }

  private static String row(Result result) {
    return Bytes.toString(result.getRow());
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
