package io.rowandb.engine.wal;

import static io.rowandb.engine.wal.LogFixture.read;
import static io.rowandb.engine.wal.LogFixture.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupCommitTest {
  private static final int THREADS = 8;

  private final CrashFileSystem disk = new CrashFileSystem();

  /** Counts forces; the force number {@code gated} waits until the gate opens. */
  private static final class GatedFiles extends DelegatingFileSystem {
    private final AtomicInteger forces = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final int gated;

    GatedFiles(CrashFileSystem disk, int gated) {
      super(disk);
      this.gated = gated;
    }

    @Override
    protected AppendFile created(Path path, AppendFile file) {
      return new DelegatingAppendFile(file) {
        @Override
        public void force() throws IOException {
          if (forces.incrementAndGet() == gated) {
            reached.countDown();
            try {
              gate.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
          super.force();
        }
      };
    }
  }

  /** As when the thread that forces the log has died. */
  @Test
  void whoWritesForcesWhatNobodyForces() throws Exception {
    GatedFiles files = new GatedFiles(disk, Integer.MAX_VALUE);
    // No segment gets so long before the time is over, whatever the machine's pace.
    Wal wal = LogFixture.open(files, new WalOptions(1L << 40, 7, 20, false));
    write(wal, "first", Durability.SYNC_WAL);
    int begun = files.forces.get();
    while (files.forces.get() == begun) { // until so much time has passed
      write(wal, "later", Durability.SYNC_WAL);
    }
    assertThat(files.forces).hasValue(begun + 1);
    wal.close();
  }

  @Test
  void oneForceServesAllThatWaitForIt() throws Exception {
    GatedFiles files = new GatedFiles(disk, 2); // the first is that of the new segment's start
    Wal wal = LogFixture.open(files);
    List<Thread> threads = new ArrayList<>();
    threads.add(start(() -> write(wal, "first", Durability.FSYNC_WAL)));
    files.reached.await();
    for (int i = 1; i < THREADS; i++) {
      threads.add(start(() -> write(wal, "other", Durability.FSYNC_WAL)));
    }
    for (Thread thread : threads) {
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    files.gate.countDown();
    join(threads);
    assertThat(files.forces).hasValue(3);
    assertThat(read(disk.afterPowerLoss(() -> 0L))).hasSize(THREADS);
    wal.close();
  }

  @Test
  void writersDoNotWaitForAForce() throws Exception {
    GatedFiles files = new GatedFiles(disk, 2);
    Wal wal = LogFixture.open(files);
    Thread forcing = start(() -> write(wal, "first", Durability.FSYNC_WAL));
    files.reached.await();
    for (int i = 0; i < 100; i++) {
      write(wal, "other", Durability.SYNC_WAL);
    }
    files.gate.countDown();
    join(List.of(forcing));
    wal.close();
    assertThat(read(disk)).hasSize(101);
  }

  @Test
  void manyThreadsWriteManyEntries() throws Exception {
    int each = 3_000;
    List<Durability> logged =
        List.of(Durability.ASYNC_WAL, Durability.SYNC_WAL, Durability.FSYNC_WAL);
    Wal wal = LogFixture.open(disk, 40_000);
    List<Thread> threads = new ArrayList<>();
    AtomicInteger left = new AtomicInteger(THREADS);
    for (int t = 0; t < THREADS; t++) {
      Durability durability = logged.get(t % logged.size());
      threads.add(
          start(
              () -> {
                for (int i = 0; i < each; i++) {
                  write(wal, "row", durability);
                }
                left.decrementAndGet();
              }));
    }
    while (left.get() > 0) {
      wal.forceIfDirty();
    }
    join(threads);
    wal.close();
    List<String> entries = read(disk);
    assertThat(entries).hasSize(THREADS * each);
    for (int i = 0; i < entries.size(); i++) {
      assertThat(entries.get(i)).isEqualTo((i + 1) + "/1 row=v");
    }
  }

  /** Who got an answer can rely on it: written is there, refused is not. */
  @Test
  void failuresHitTheRightEntries() throws Exception {
    for (int seed = 1; seed <= 20; seed++) {
      CrashFileSystem below = new CrashFileSystem();
      FaultyFileSystem files = new FaultyFileSystem(below);
      Wal wal = LogFixture.open(files, 2_000);
      Set<Long> written = ConcurrentHashMap.newKeySet();
      Set<Long> refused = ConcurrentHashMap.newKeySet();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(seed * 100L + t);
        threads.add(start(() -> writeUnderFailures(wal, files, random, written, refused)));
      }
      join(threads);
      Set<Long> found =
          read(below.afterProcessDeath()).stream()
              .map(entry -> Long.valueOf(entry.substring(0, entry.indexOf('/'))))
              .collect(Collectors.toSet());
      assertThat(found).as("seed %d", seed).containsAll(written);
      assertThat(refused).as("seed %d", seed).noneMatch(found::contains);
      assertThat(written).as("seed %d", seed).isNotEmpty();
    }
  }

  private static void writeUnderFailures(
      Wal wal, FaultyFileSystem files, Random random, Set<Long> written, Set<Long> refused)
      throws IOException {
    for (int i = 0; i < 200; i++) {
      if (random.nextInt(20) == 0) {
        files.failAt("write", 1 + random.nextInt(3));
      }
      if (random.nextInt(300) == 0) {
        files.failAt("force", 1);
      }
      boolean forced = random.nextInt(4) == 0;
      try {
        long sequence = wal.append(1, List.of(LogFixture.put("row", "v")));
        try {
          wal.sync(sequence, forced ? Durability.FSYNC_WAL : Durability.SYNC_WAL);
          written.add(sequence);
        } catch (WalFailedException e) {
          return;
        } catch (IOException e) {
          refused.add(sequence);
        }
      } catch (WalFailedException e) {
        return;
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            },
            "writer");
    thread.start();
    return thread;
  }

  private void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failure.get()).isNull();
  }
}
