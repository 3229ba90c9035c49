package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compactions that take long, beside those that do not. The regions are "a" and "m"; a compaction
 * of more than 400,000 bytes is a large one.
 */
@Timeout(60)
class LargeCompactionsTest {
  /** More than compactions write without a look at their pace. */
  private static final int ROWS = 300;

  private static final String LARGE = "rowan-compaction-large";
  private static final String SMALL = "rowan-compaction";

  private final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());
  private final ManualClock clock = new ManualClock();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CountDownLatch largeFilesGone = new CountDownLatch(2);
  private Database database;

  private DatabaseOptions.Builder options() {
    return serial(files, clock).backgroundThreads(2).forceIntervalMillis(86_400_000);
  }

  @BeforeEach
  void open() throws IOException {
    open(options());
  }

  private void open(DatabaseOptions.Builder options) throws IOException {
    database = Database.open(options.build());
    if (!database.tableNames().contains(TABLE)) {
      database.createTable(
          table(TABLE, family("f", "hbase.regionserver.thread.compaction.throttle", "400000")),
          List.of(bytes("m")));
    }
  }

  @AfterEach
  void close() throws IOException {
    goOn.countDown();
    database.close();
  }

  private void addFile(String region, int time, int valueBytes) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      String row = region + (100 + i);
      region(database, row).write(putAt(time, row, "f:q=" + "x".repeat(valueBytes)));
    }
    database.flush(TABLE);
  }

  private void addLargeFiles(String region) throws IOException {
    addFile(region, 1, 1_000);
    addFile(region, 2, 1_000);
  }

  private void addSmallFiles(String region) throws IOException {
    for (int time = 3; time < 6; time++) {
      addFile(region, time, 10);
    }
  }

  private String name(String row) {
    return region(database, row).info().encodedName();
  }

  private int fileCount(String row) throws IOException {
    return database.upkeep().storeFiles(name(row)).get("f").size();
  }

  private boolean isIn(Path path, String row) {
    return path.toString().contains(name(row));
  }

  /** Holds up the compactions of "a" before their file is safe; tells when files of others go. */
  private CountDownLatch holdUpLarge(String other) {
    String held = name("a");
    String others = name(other);
    CountDownLatch merged = new CountDownLatch(3);
    files.hook(
        (operation, path) -> {
          String thread = Thread.currentThread().getName();
          if (operation.equals("force") && path.toString().contains(held) && thread.equals(LARGE)) {
            begun.countDown();
            await(goOn);
          }
          if (operation.equals("delete") && thread.equals(LARGE)) {
            largeFilesGone.countDown();
          }
          if (operation.equals("delete")
              && path.toString().contains(others)
              && thread.equals(SMALL)) {
            merged.countDown();
          }
        });
    return merged;
  }

  @Test
  void aLargeOneDoesNotHoldUpASmallOneOfAnotherRegion() throws IOException {
    addLargeFiles("a");
    CountDownLatch merged = holdUpLarge("m");
    database.upkeep().requestCompaction(name("a"), "f", true);
    await(begun);
    addSmallFiles("m");
    await(merged);
    assertThat(fileCount("m")).isEqualTo(1);
    assertThat(fileCount("a")).as("it is under way").isEqualTo(2);
  }

  @Test
  void norOneOfTheSameFamily() throws IOException {
    addLargeFiles("a");
    CountDownLatch merged = holdUpLarge("a");
    database.upkeep().requestCompaction(name("a"), "f", true);
    await(begun);
    region(database, "a").write(delete(CellType.DELETE_COLUMN, 9, "a100", "f:q"));
    addSmallFiles("a");
    await(merged);
    assertThat(fileCount("a")).as("those that are being merged, and one of the new").isEqualTo(3);
    List<String> expected = new ArrayList<>();
    for (int i = 101; i < 100 + ROWS; i++) {
      expected.add("a" + i + "/f:q@5=" + "x".repeat(10));
    }
    assertThat(scan(database)).isEqualTo(expected);
    goOn.countDown();
    database.compact(TABLE, "f", true);
    assertThat(fileCount("a")).isEqualTo(1);
    assertThat(scan(database)).isEqualTo(expected);
    database.close();
    open(options());
    assertThat(scan(database)).isEqualTo(expected);
  }

  @Test
  void theNewFilesOfBothStayInOrder() throws IOException {
    addLargeFiles("a");
    CountDownLatch merged = holdUpLarge("a");
    database.upkeep().requestCompaction(name("a"), "f", true);
    await(begun);
    region(database, "a").write(delete(CellType.DELETE_COLUMN, 9, "a100", "f:q"));
    addSmallFiles("a");
    await(merged);
    goOn.countDown();
    await(largeFilesGone);
    assertThat(fileCount("a")).isEqualTo(2);
    assertThat(scan(database)).hasSize(ROWS - 1);
    database.close();
    open(options());
    assertThat(scan(database)).hasSize(ROWS - 1);
  }

  @Test
  void whoWantsAllFilesMergedWaitsForASmallOne() throws Exception {
    CountDownLatch smallBegun = new CountDownLatch(1);
    files.hook(
        (operation, path) -> {
          if (operation.equals("force")
              && isIn(path, "a")
              && Thread.currentThread().getName().equals(SMALL)) {
            smallBegun.countDown();
            await(goOn);
          }
        });
    addSmallFiles("a");
    await(smallBegun);
    addLargeFiles("a");
    FutureTask<Void> compaction =
        new FutureTask<>(
            () -> {
              database.compact(TABLE, "f", true);
              return null;
            });
    Thread major = new Thread(compaction, "major");
    major.start();
    while (major.getState() != Thread.State.WAITING) {
      assertThat(major.isAlive()).as("it waits").isTrue();
      Thread.onSpinWait();
    }
    goOn.countDown();
    compaction.get(30, TimeUnit.SECONDS);
    assertThat(fileCount("a")).isEqualTo(1);
    assertThat(scan(database)).hasSize(ROWS);
  }

  @Test
  void twoRegionsAreMergedAtTheSameTime() throws IOException {
    addLargeFiles("a");
    Set<String> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch both = new CountDownLatch(2);
    CountDownLatch deleted = new CountDownLatch(5);
    files.hook(
        (operation, path) -> {
          String thread = Thread.currentThread().getName();
          if (operation.equals("force") && thread.startsWith(SMALL) && threads.add(thread)) {
            both.countDown();
            await(both); // neither would go on without the other
          }
          if (operation.equals("delete")) {
            deleted.countDown();
          }
        });
    database.upkeep().requestCompaction(name("a"), "f", true);
    addSmallFiles("m");
    await(deleted);
    assertThat(threads).containsExactlyInAnyOrder(SMALL, LARGE);
    assertThat(scan(database)).hasSize(2 * ROWS);
  }

  /** The compaction waits in the throttle for its turn, which would come in days. */
  @Test
  void aSplitDoesNotWaitForALongOne() throws IOException {
    database.close();
    open(options().compactionThroughput(new CompactionThroughput(1, 1, 1, 60_000)));
    addLargeFiles("a");
    files.hook(
        (operation, path) -> {
          if (operation.equals("create") && Thread.currentThread().getName().equals(LARGE)) {
            begun.countDown();
          }
        });
    Region parent = region(database, "a");
    database.upkeep().requestCompaction(name("a"), "f", true);
    await(begun);
    region(database, "a150").write(putAt(7, "a150", "f:q=late"));
    try (RegionScanner open = parent.scan(ScanSpec.builder().build())) {
      database.splitRegion(name("a"), bytes("a200"));
      assertThat(drain(open)).as("a scan that was open").hasSize(ROWS);
    }
    assertThat(database.table(TABLE).regions()).hasSize(3);
    assertThat(scan(database)).hasSize(ROWS).contains("a150/f:q@7=late");
    region(database, "a250").write(putAt(8, "a250", "f:q=later"));
    database.close();
    open(options());
    database.compact(TABLE, "f", true);
    assertThat(scan(database)).hasSize(ROWS).contains("a150/f:q@7=late", "a250/f:q@8=later");
    assertThat(database.stats().backgroundFailures()).isZero();
  }

  @Test
  void switchingCompactionsOffEndsALongOne() throws IOException {
    database.close();
    open(options().compactionThroughput(new CompactionThroughput(1, 1, 1, 60_000)));
    addLargeFiles("a");
    CountDownLatch ended = new CountDownLatch(1);
    files.hook(
        (operation, path) -> {
          String thread = Thread.currentThread().getName();
          if (operation.equals("create") && thread.equals(LARGE)) {
            begun.countDown();
          }
          if (operation.equals("delete") && thread.equals(LARGE)) {
            ended.countDown();
          }
        });
    database.upkeep().requestCompaction(name("a"), "f", true);
    await(begun);
    database.upkeep().switchCompactions(false);
    await(ended);
    assertThat(fileCount("a")).isEqualTo(2);
    assertThat(scan(database)).hasSize(ROWS);
  }

  @Test
  void closingEndsBoth() throws IOException {
    database.close();
    open(options().compactionThroughput(new CompactionThroughput(1, 1, 1, 60_000)));
    addLargeFiles("a");
    CountDownLatch both = new CountDownLatch(2);
    files.hook(
        (operation, path) -> {
          if (operation.equals("create") && Thread.currentThread().getName().startsWith(SMALL)) {
            both.countDown();
          }
        });
    database.upkeep().requestCompaction(name("a"), "f", true);
    for (int time = 3; time < 6; time++) {
      addFile("m", time, 300);
    }
    await(both);
    // At one byte in a second neither comes to its end.
    database.close();
    open(options().compactionMinFiles(9));
    assertThat(fileCount("a")).isEqualTo(2);
    assertThat(fileCount("m")).isEqualTo(3);
    assertThat(scan(database)).hasSize(2 * ROWS);
    assertThat(files.list(DIRECTORY.resolve("data/default/t").resolve(name("a")).resolve("f")))
        .as("nothing is left of what was not finished")
        .hasSize(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("waited too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
