package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What may happen between a region's becoming too large and its split. */
class WaitingSplitsTest extends RegroupedTable {
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  /** Whether a task can be handed to a thread. */
  private boolean threads = true;

  @Override
  DatabaseOptions.Builder options() {
    return super.options()
        .splits(
            SplitSettings.DEFAULT
                .withInitialBytes(14_000)
                .withMaxFileBytes(14_000)
                .withMaxFileJitter(0));
  }

  @BeforeEach
  void tasksWait() throws IOException {
    database.close();
    database = Database.open(options().backgroundExecutor(this::queue).build());
  }

  private void queue(Runnable task) {
    if (!threads) {
      throw new RejectedExecutionException("no thread");
    }
    tasks.add(task);
  }

  private void fill() throws IOException {
    write(0, ROWS, "v");
    database.flush(TABLE);
  }

  private void runAll() {
    assertThat(tasks).isNotEmpty();
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  private void assertNothingWasSplit() {
    runAll();
    assertThat(database.stats().splits()).isZero();
    assertThat(database.stats().backgroundFailures()).isZero();
  }

  @Test
  void aRegionThatWaitsIsNotQueuedAgain() throws IOException {
    fill();
    for (int i = 0; i < 5; i++) {
      write(i, i + 1, "v");
      database.flush(TABLE);
    }
    assertThat(tasks).hasSize(1);
    runAll();
    assertThat(database.stats().splits()).isEqualTo(1);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void aRegionThatWasTruncatedIsLeft() throws IOException {
    fill();
    database.truncateRegion(name(0));
    assertNothingWasSplit();
    assertThat(regions()).hasSize(1);
  }

  @Test
  void aRegionThatWasMergedIsLeft() throws IOException {
    database.splitRegion(name(0), bytes("s"));
    fill();
    database.mergeRegions(List.of(name(0), name(1)));
    assertNothingWasSplit();
    assertThat(regions()).hasSize(1);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void theRegionOfATableThatWasDroppedIsLeftAndTheNewOneOfItsNameToo() throws IOException {
    fill();
    database.disableTable(TABLE);
    database.deleteTable(TABLE);
    database.createTable(table(TABLE, family("a"), family("b")), List.of());
    write(0, 1, "w");
    assertNothingWasSplit();
    assertThat(scan(database)).isEqualTo(cells(0, 1, "w"));
    fill();
    database.disableTable(TABLE);
    database.deleteTable(TABLE);
    assertNothingWasSplit();
  }

  @Test
  void theRegionOfATableThatWasDisabledAndEnabledIsLeftUntilItsNextFile() throws IOException {
    fill();
    database.disableTable(TABLE);
    database.enableTable(TABLE);
    assertNothingWasSplit();
    write(0, 1, "v");
    database.flush(TABLE);
    runAll();
    assertThat(regions()).hasSize(2);
  }

  /** Four regions, all too large. */
  private void fillFour() throws IOException {
    for (int i = 500; i < 2000; i += 500) {
      database.splitRegion(name(regions().size() - 1), bytes(row(i)));
    }
    runAllThereIs();
    write(0, 2000, "v");
    database.flush(TABLE);
  }

  @Test
  void allThatWaitAreSplit() throws IOException {
    fillFour();
    assertThat(tasks).as("one pull for all").hasSize(1);
    runAll();
    assertThat(regions()).hasSize(8);
    assertThat(scan(database)).isEqualTo(cells(0, 2000, "v"));
  }

  @Test
  void whoClosesGivesUpWhatWaits() throws IOException {
    fillFour();
    database.close();
    runAll();
    assertNothingWasLost();
    assertThat(regions()).hasSize(4);
  }

  /** In threads of the database's own: the split that runs ends, the others never begin. */
  @Test
  void whoClosesWaitsForTheSplitThatRunsAndGivesUpTheOthers() throws IOException {
    for (int i = 0; i < 5; i++) {
      database.close();
      database = Database.open(options().backgroundThreads(2).build());
      database.disableTable(TABLE);
      database.truncateTable(TABLE, /* preserveSplits= */ false);
      fillFour();
      database.close();
      assertNothingWasLost();
    }
  }

  private void assertNothingWasLost() throws IOException {
    assertThat(database.stats().backgroundFailures()).isZero();
    database = Database.open(options().build());
    assertThat(scan(database)).isEqualTo(cells(0, 2000, "v"));
  }

  @Test
  void twoThreadsThatPullSplitEachRegionOnce() throws Exception {
    ExecutorService pulling = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 20; round++) {
        long before = database.stats().splits();
        write(0, ROWS, "v" + round);
        database.flush(TABLE);
        List<Runnable> pulls = new ArrayList<>(tasks);
        tasks.clear();
        pulls.addAll(List.copyOf(pulls));
        runTogether(pulling, pulls);
        runAllThereIs();
        database.compact(TABLE, null, true);
        runAllThereIs();
        assertThat(database.stats().splits()).isGreaterThanOrEqualTo(before);
        assertThat(regions()).hasSize(1 + (int) database.stats().splits());
        assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v" + round));
      }
    } finally {
      pulling.shutdown();
    }
    assertThat(database.stats().splits()).isPositive();
    assertThat(database.stats().backgroundFailures()).isZero();
  }

  private void runAllThereIs() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  private static void runTogether(ExecutorService threads, List<Runnable> pulls) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Void>> ends = new ArrayList<>();
    for (Runnable pull : pulls) {
      Callable<Void> task =
          () -> {
            start.await();
            pull.run();
            return null;
          };
      ends.add(threads.submit(task));
    }
    start.countDown();
    for (Future<Void> end : ends) {
      end.get(1, TimeUnit.MINUTES);
    }
  }

  @Test
  void whatNoThreadCouldBeStartedForWaitsForTheNextTick() throws IOException {
    write(0, ROWS, "v");
    threads = false;
    database.flush(TABLE);
    assertThat(database.stats().lastBackgroundFailure()).contains("no thread");
    threads = true;
    assertThat(tasks).isEmpty();
    database.tick();
    runAll();
    assertThat(regions()).hasSize(2);
  }

  /** The thread that changes a table does the background work too, in the middle of it. */
  @Test
  void whatBecameTooLargeInAChangeWaitsForTheNextWork() throws IOException {
    database.close();
    database = Database.open(options().build());
    write(0, ROWS, "v");
    database.takeSnapshot(TestDatabase.snapshot("s", TABLE), true);
    assertThat(regions()).hasSize(1);
    database.tick();
    assertThat(regions()).hasSize(2);
    assertThat(database.stats().splits()).isEqualTo(1);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }
}
