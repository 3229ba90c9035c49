package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionLoad;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flushes, compactions and ticks beside other work, and when they fail. */
@Timeout(60)
class BackgroundWorkTest {
  private static final Path DATA = DIRECTORY.resolve("data");
  private static final long NEVER_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final ManualClock clock = new ManualClock();
  private final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());
  private final ExecutorService others = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  @Test
  void keepsWhatIsCompactedWhileTheLogIsRead() throws Exception {
    CrashFileSystem disk = new CrashFileSystem();
    Database crashed = Database.open(serial(disk, clock).build());
    crashed.createTable(table(TABLE, family("f")), List.of());
    List<String> expected = new ArrayList<>();
    for (int i = 100; i < 120; i++) {
      region(crashed, "r").write(putAt(1, "r" + i, "f:q=" + "x".repeat(50_000)));
      expected.add("r" + i + "/f:q@1=" + "x".repeat(50_000));
    }
    // Recovery has to flush again and again; a compaction of those files ends only after it.
    CrashFileSystem left = disk.afterProcessDeath();
    HookedFileSystem hooked = new HookedFileSystem(left);
    CountDownLatch opened = new CountDownLatch(1);
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("force")
              && Thread.currentThread().getName().startsWith("rowan-compaction")) {
            await(opened);
          }
        });
    DatabaseOptions small =
        serial(hooked, clock)
            .globalMemStoreBytes(300_000)
            .backgroundThreads(2)
            .forceIntervalMillis(NEVER_MILLIS)
            .build();
    try (Database database = Database.open(small)) {
      opened.countDown();
      assertThat(database.stats().flushes()).as("flushes in recovery").isGreaterThan(3);
      database.compact(TABLE, "f", true);
      assertThat(database.stats().backgroundFailures()).isZero();
      assertThat(scan(database)).isEqualTo(expected);
    }
    try (Database database = Database.open(serial(left, clock).build())) {
      assertThat(scan(database)).isEqualTo(expected);
    }
  }

  @Test
  @Timeout(60)
  void aSplitThatWaitsForTheSchemaDoesNotHoldUpTheEnd() throws Exception {
    Database database =
        Database.open(
            serial(files, clock)
                .splits(SplitSettings.DEFAULT.withInitialBytes(1))
                .backgroundThreads(2)
                .forceIntervalMillis(NEVER_MILLIS)
                .build());
    TableName other = TableName.of("other");
    database.createTable(table(other, family("f")), List.of());
    database.createTable(table(TABLE, family("f")), List.of());
    database.table(other).locate(bytes("a")).write(putAt(1, "a", "f:q=v"));
    database.table(other).locate(bytes("z")).write(putAt(1, "z", "f:q=v"));
    database.flush(other);
    for (int i = 100; i < 104; i++) {
      region(database, "r").write(putAt(1, "r" + i, "f:q=" + "x".repeat(70_000)));
    }
    CountDownLatch changing = new CountDownLatch(1);
    CountDownLatch changed = new CountDownLatch(1);
    files.hook(
        (operation, path) -> {
          if (operation.equals("link") && changing.getCount() > 0) {
            changing.countDown();
            await(changed);
          }
        });
    String name = database.table(other).regions().get(0).info().encodedName();
    Future<?> change = run(() -> database.splitRegion(name, bytes("m")));
    await(changing);
    database.flush(TABLE);
    awaitSchemaWanted(1); // the split waits for the other one
    Future<?> end = run(database::close);
    awaitSchemaWanted(2);
    changed.countDown();
    change.get();
    end.get();
    assertThat(database.stats().backgroundFailures()).isZero();
  }

  /** Returns when so many threads wait for the lock of a schema. */
  private static void awaitSchemaWanted(int threads) {
    ThreadMXBean machine = ManagementFactory.getThreadMXBean();
    String lock = Schema.class.getName() + "@";
    long waiting = 0;
    while (waiting < threads) {
      waiting =
          Stream.of(machine.dumpAllThreads(false, false))
              .filter(thread -> thread.getThreadState() == Thread.State.BLOCKED)
              .filter(thread -> String.valueOf(thread.getLockName()).startsWith(lock))
              .count();
    }
  }

  @Test
  void aFlushDoesNotBringBackADroppedFamily() throws Exception {
    try (Database database = Database.open(serial(files, clock).build())) {
      database.createTable(table(TABLE, family("f"), family("g")), List.of());
      region(database, "r").write(putAt(1, "r", "f:q=stays", "g:q=dropped"));
      CountDownLatch dropped = new CountDownLatch(1);
      CountDownLatch writing = new CountDownLatch(1);
      files.hook(
          (operation, path) -> {
            if (operation.equals("force") && path.startsWith(DATA)) {
              writing.countDown();
              await(dropped);
            }
          });
      Future<?> flush = run(() -> database.flush(TABLE));
      await(writing);
      database.modifyTable(table(TABLE, family("f")));
      database.modifyTable(table(TABLE, family("f"), family("g")));
      dropped.countDown();
      flush.get();
      assertThat(scan(database)).containsExactly("r/f:q@1=stays");
    }
    try (Database database = Database.open(serial(files, clock).build())) {
      assertThat(scan(database)).containsExactly("r/f:q@1=stays");
      assertThat(database.stats().orphanFiles()).as("the file was deleted").isZero();
    }
  }

  @Test
  void aCompactionDoesNotBringBackADroppedFamily() throws Exception {
    try (Database database = Database.open(serial(files, clock).build())) {
      database.createTable(table(TABLE, family("f"), family("g")), List.of());
      for (int i = 0; i < 2; i++) {
        region(database, "r").write(putAt(i, "r", "f:q=" + i, "g:q=dropped"));
        database.flush(TABLE);
      }
      CountDownLatch dropped = new CountDownLatch(1);
      CountDownLatch writing = new CountDownLatch(1);
      files.hook(
          (operation, path) -> {
            if (operation.equals("force") && path.startsWith(DATA)) {
              writing.countDown();
              await(dropped);
            }
          });
      Future<?> compaction = run(() -> database.compact(TABLE, "g", true));
      await(writing);
      database.modifyTable(table(TABLE, family("f")));
      database.modifyTable(table(TABLE, family("f"), family("g")));
      dropped.countDown();
      compaction.get();
      files.hook((operation, path) -> {});
      assertThat(scan(database)).containsExactly("r/f:q@1=1");
      region(database, "r").write(putAt(9, "r", "g:q=new"));
      database.flush(TABLE);
      database.compact(TABLE, "g", true);
      assertThat(scan(database)).containsExactly("r/f:q@1=1", "r/g:q@9=new");
    }
  }

  @Test
  void goesOnFlushingWhenOneFlushIsNotEnough() throws Exception {
    int regions = 24;
    List<byte[]> splits = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      splits.add(bytes(row(i)));
    }
    CountDownLatch allWaitForTheLog = new CountDownLatch(regions);
    CountDownLatch logGoesOn = new CountDownLatch(1);
    DatabaseOptions options =
        serial(files, clock)
            .globalMemStoreBytes(400_000)
            .busyWaitMillis(20_000)
            .backgroundThreads(2)
            .forceIntervalMillis(NEVER_MILLIS)
            .build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), splits);
      files.hook(
          (operation, path) -> {
            if (path.startsWith(DIRECTORY.resolve("log"))) {
              await(logGoesOn);
            }
          });
      List<Future<?>> writes = new ArrayList<>();
      for (int i = 0; i < regions; i++) {
        String row = row(i);
        writes.add(
            run(
                () -> {
                  allWaitForTheLog.countDown();
                  region(database, row).write(putAt(1, row, "f:q=v"));
                }));
      }
      await(allWaitForTheLog);
      logGoesOn.countDown();
      for (Future<?> write : writes) {
        write.get();
      }
      for (int i = 0; i < regions; i++) {
        region(database, row(i)).write(putAt(2, row(i), "f:q=w"));
      }
      assertThat(database.stats().memStoreBytes()).isLessThanOrEqualTo(400_000 + 150_000);
      assertThat(scan(database)).hasSize(regions);
    }
  }

  @Test
  void noMemstoreIsOlderThanTheGreatestAge() throws IOException {
    DatabaseOptions options =
        serial(new MemoryFileSystem(), clock).memStoreMaxAgeMillis(Long.MAX_VALUE).build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of());
      region(database, "r").write(putAt(1, "r", "f:q=v"));
      clock.advance(2_000);
      database.tick();
      assertThat(database.stats().storeFiles()).isZero();
    }
  }

  @Test
  void flushesOldMemstoresThoughTheLogHasFailed() throws IOException {
    FaultyFileSystem faulty = new FaultyFileSystem(new MemoryFileSystem());
    DatabaseOptions options = serial(faulty, clock).memStoreMaxAgeMillis(1_000).build();
    Database database = Database.open(options);
    database.createTable(table(TABLE, family("f")), List.of());
    region(database, "r").write(putAt(1, "r", "f:q=v"));
    faulty.failAt("force", 1);
    database.tick();
    assertThat(database.stats().lastBackgroundFailure()).contains("injected failure of force");
    assertThatThrownBy(() -> region(database, "r").write(putAt(2, "r", "f:q=w")))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(RefusedException.Reason.LOG_FAILED))
        .hasMessageContaining("injected failure of force")
        .hasMessageContaining("until the database is opened again");
    assertThat(get(database, "r")).as("reads go on").containsExactly("f:q@1=v");
    clock.advance(2_000);
    database.tick();
    assertThat(database.stats().storeFiles()).isEqualTo(1);
    assertThatThrownBy(database::close).hasMessageContaining("injected failure of force");
    try (Database reopened = Database.open(options)) {
      assertThat(get(reopened, "r")).containsExactly("f:q@1=v");
      region(reopened, "r").write(putAt(3, "r", "f:q=x"));
    }
  }

  @Test
  void anErrorDoesNotEndTheTicks() throws Exception {
    CountDownLatch looks = new CountDownLatch(2);
    ManualClock failing =
        new ManualClock() {
          @Override
          public long millis() {
            if (Thread.currentThread().getName().equals("rowan-ticker")) {
              boolean first = looks.getCount() == 2;
              looks.countDown();
              if (first) {
                throw new OutOfMemoryError("injected");
              }
            }
            return super.millis();
          }
        };
    DatabaseOptions options =
        serial(files, failing).backgroundThreads(2).forceIntervalMillis(1).build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of());
      region(database, "r").write(putAt(1, "r", "f:q=v"));
      await(looks);
      assertThat(database.stats().lastBackgroundFailure()).contains("injected");
    }
  }

  /** A split holds a region still while it flushes, however long its disk takes. */
  @Test
  void theLogOfOthersIsForcedWhileARegionIsHeld() throws Exception {
    TableName other = TableName.of("other");
    AtomicInteger creates = new AtomicInteger();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    BlockingQueue<Path> forces = new LinkedBlockingQueue<>();
    DatabaseOptions options =
        serial(files, clock)
            .backgroundThreads(2)
            .forceIntervalMillis(1)
            .memStoreMaxAgeMillis(NEVER_MILLIS)
            .build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of());
      database.createTable(table(other, family("f")), List.of());
      region(database, "r").write(putAt(1, "r", "f:q=v"));
      files.hook(
          (operation, path) -> {
            if (operation.equals("create") && path.startsWith(DATA.resolve("default/t"))) {
              if (creates.incrementAndGet() == 1) { // of the flush before the region is held
                region(database, "r").write(putAt(2, "r", "f:q=w"));
              } else {
                held.countDown();
                await(go);
              }
            } else if (operation.equals("force")) {
              forces.add(path);
            }
          });
      String name = region(database, "r").info().encodedName();
      Future<?> split = others.submit(() -> database.splitRegion(name, bytes("m")));
      await(held);
      for (int i = 0; i < 5; i++) { // who ticks comes to the region behind the first, at the latest
        forces.clear();
        database.table(other).locate(bytes("r")).write(putAt(i + 1, "r", "f:q=v"));
        assertThat(forces.poll(30, TimeUnit.SECONDS)).as("force %d", i).isNotNull();
      }
      go.countDown();
      assertThat(split.get()).isNotNull();
    } finally {
      go.countDown();
    }
  }

  private static RowMutation forced(String row, String... families) {
    RowMutation put =
        new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), Durability.FSYNC_WAL);
    for (String family : families) {
      put.add(bytes(family), bytes("q"), 1, CellType.PUT, bytes("v"), new byte[0]);
    }
    return put;
  }

  /** The log may have it all the same: it comes back as a whole or not at all. */
  @Test
  void aRefusedWriteDoesNotComeBackByHalves() throws IOException {
    FaultyFileSystem faulty = new FaultyFileSystem(new MemoryFileSystem());
    Database database = Database.open(serial(faulty, clock).build());
    database.createTable(table(TABLE, family("f"), family("g")), List.of());
    region(database, "a").write(forced("a", "f"));
    faulty.failAt("force", 1);
    assertThatThrownBy(() -> region(database, "b").write(forced("b", "f", "g")))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(RefusedException.Reason.LOG_FAILED));
    assertThatThrownBy(database::close).hasMessageContaining("injected failure of force");
    try (Database reopened = Database.open(serial(faulty, clock).build())) {
      assertThat(get(reopened, "a")).containsExactly("f:q@1=v");
      assertThat(get(reopened, "b").size()).isNotEqualTo(1);
    }
  }

  @Test
  void keepsTheLogOfWhatACloseCouldNotFlush() throws IOException {
    FaultyFileSystem faulty = new FaultyFileSystem(new MemoryFileSystem());
    Database database = Database.open(serial(faulty, clock).build());
    database.createTable(table(TABLE, family("f")), List.of());
    region(database, "r").write(putAt(1, "r", "f:q=v"));
    StoredRegion region = (StoredRegion) region(database, "r");
    long unflushed = region.oldestUnflushed();
    faulty.setFreeBytes(0);
    assertThatThrownBy(database::close).hasMessageContaining("No space left on device");
    faulty.setFreeBytes(Long.MAX_VALUE);
    assertThat(region.oldestUnflushed()).as("what the log must keep").isEqualTo(unflushed);
    try (Database reopened = Database.open(serial(faulty, clock).build())) {
      assertThat(get(reopened, "r")).containsExactly("f:q@1=v");
    }
  }

  @Test
  void aFailedFlushLeavesNoFileAndIsTriedAgain() throws IOException {
    for (String operation : List.of("create", "write", "force", "forceDirectory")) {
      for (int call = 1; call <= 10; call++) {
        MemoryFileSystem below = new MemoryFileSystem();
        FaultyFileSystem faulty = new FaultyFileSystem(below);
        DatabaseOptions options = serial(faulty, clock).build();
        Database database = Database.open(options);
        database.createTable(table(TABLE, family("f"), family("g")), List.of());
        region(database, "r").write(putAt(1, "r", "f:q=v", "g:q=v"));
        Path regionDirectory =
            DATA.resolve("default/t").resolve(region(database, "r").info().encodedName());
        faulty.failAt(operation, call);
        try {
          database.flush(TABLE);
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("injected failure of " + operation);
          int found = 0;
          for (Path family : below.list(regionDirectory)) {
            found += below.list(family).size();
          }
          assertThat(found)
              .as("files after failure of %s %d: %s", operation, call, e)
              .isLessThanOrEqualTo(e.getMessage().contains("MANIFEST") ? 2 : 0);
        }
        assertThat(get(database, "r")).containsExactly("f:q@1=v", "g:q@1=v");
        faulty.failAt(operation, Integer.MAX_VALUE);
        try {
          database.flush(TABLE);
          assertThat(database.stats().storeFiles()).isEqualTo(2);
          database.close();
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("until the database is opened again");
          assertThatThrownBy(database::close).hasMessageContaining("opened again");
        }
        try (Database reopened = Database.open(options)) {
          assertThat(get(reopened, "r")).containsExactly("f:q@1=v", "g:q@1=v");
        }
      }
    }
  }

  @Test
  void aRegionThatHoldsFlushesBackDoesNotHoldUpOthers() throws Exception {
    DatabaseOptions options =
        serial(files, clock)
            .flushBytes(1 << 20)
            .splits(TestDatabase.UNSPLIT)
            .backgroundThreads(2)
            .forceIntervalMillis(NEVER_MILLIS)
            .build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch flushed = new CountDownLatch(2);
      files.hook(
          (operation, path) -> {
            if (operation.equals("create") && isFlushThread()) {
              flushed.countDown();
            }
          });
      Future<?> load =
          run(
              () -> {
                try (RegionLoad first = ((StoredRegion) region(database, "a")).load()) {
                  assertThat(first.hold(1)).isZero();
                  held.countDown();
                  while (flushed.getCount() == 2) {
                    Thread.onSpinWait();
                  }
                }
              });
      await(held);
      for (String row : List.of("a", "z")) {
        region(database, row).write(putAt(1, row, "f:q=" + "x".repeat(1 << 20)));
      }
      load.get();
      await(flushed); // the other one first, then this one too
      assertThat(database.stats().backgroundFailures()).isZero();
    }
  }

  private static boolean isFlushThread() {
    return Thread.currentThread().getName().startsWith("rowan-flush");
  }

  private static String row(int i) {
    return String.format("r%02d", i);
  }

  private Future<?> run(Step step) {
    Callable<Void> task =
        () -> {
          step.run();
          return null;
        };
    return others.submit(task);
  }

  private interface Step {
    void run() throws Exception;
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
