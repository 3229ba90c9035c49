package io.rowandb.engine.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.NamedKeys;
import io.rowandb.engine.io.PadWatch;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An encrypted log whose disk fails now and then. */
@Tag("slow")
class EncryptedLogTest {
  private final NamedKeys keys = new NamedKeys("one").encryptLog(true);
  private final MemoryFileSystem disk = new MemoryFileSystem(keys);
  private final PadWatch watch = new PadWatch(disk);
  private final FaultyFileSystem files = new FaultyFileSystem(watch);

  /** By sequence id, what is to be read back. */
  private final TreeMap<Long, String> written = new TreeMap<>();

  /** A log with an entry, and a write that the disk refused behind it. */
  private Wal refusedOnce() throws IOException {
    Wal wal = LogFixture.open(files);
    LogFixture.write(wal, "before", Durability.FSYNC_WAL);
    files.failAt("write", 1);
    assertThatThrownBy(() -> LogFixture.write(wal, "refused", Durability.SYNC_WAL))
        .isNotInstanceOf(WalFailedException.class)
        .hasMessageContaining("injected");
    return wal;
  }

  @Test
  void aRefusedWriteAndTheNextOneShareNoKeyStream() throws IOException {
    Wal wal = refusedOnce();
    LogFixture.write(wal, "after", Durability.SYNC_WAL);
    wal.close();
    assertThat(watch.twice()).isEmpty();
    assertThat(LogFixture.read(disk)).containsExactly("1/1 before=v", "3/1 after=v");
  }

  @Test
  void whatWaitsWhileAWriteFailsIsWritten() throws IOException {
    Wal wal = refusedOnce();
    for (int i = 0; i < 3; i++) { // sealed for the segment that is over
      LogFixture.write(wal, "async" + i, Durability.ASYNC_WAL);
    }
    assertThat(wal.hasWritten(3)).isTrue();
    wal.close();
    assertThat(watch.twice()).isEmpty();
    assertThat(LogFixture.read(disk))
        .containsExactly("1/1 before=v", "3/1 async0=v", "4/1 async1=v", "5/1 async2=v");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 50, 100})
  void whatWasAcknowledgedIsReadBackAndNothingElse(int encryptedPercent) throws IOException {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      written.clear();
      Wal wal = LogFixture.open(files, 400 + random.nextInt(2_000));
      for (int step = 0; step < 40; step++) {
        keys.encryptLog(random.nextInt(100) < encryptedPercent);
        if (random.nextInt(4) == 0) {
          files.failAt("write", 1 + random.nextInt(3));
        }
        step(wal, random);
      }
      files.failAt("write", Integer.MAX_VALUE);
      wal.close();
      assertThat(LogFixture.read(disk)).as("seed " + seed).containsExactlyElementsOf(values());
      for (var segment : disk.list(LogFixture.DIRECTORY)) {
        disk.delete(segment);
      }
    }
    if (encryptedPercent == 100) {
      assertThat(watch.twice()).isEmpty();
    }
  }

  private void step(Wal wal, Random random) throws IOException {
    switch (random.nextInt(6)) {
      case 0 -> tolerant(wal::forceIfDirty);
      case 1 -> tolerant(wal::roll);
      case 2 -> large(wal, random);
      default -> group(wal, random);
    }
  }

  /** Entries that wait together. */
  private void group(Wal wal, Random random) throws IOException {
    List<Long> sequences = new ArrayList<>();
    int entries = 1 + random.nextInt(4);
    for (int i = 0; i < entries; i++) {
      sequences.add(wal.append(1, List.of(put(random.nextInt(200)))));
    }
    for (long sequence : sequences) {
      tolerant(
          () -> {
            wal.sync(sequence, random.nextBoolean() ? Durability.SYNC_WAL : Durability.FSYNC_WAL);
            written.put(sequence, "");
          });
    }
  }

  private void large(Wal wal, Random random) throws IOException {
    tolerant(() -> written.put(wal.append(1, List.of(put((1 << 20) + random.nextInt(99)))), ""));
  }

  private static RowMutation put(int valueBytes) {
    return LogFixture.put("r", "x".repeat(valueBytes));
  }

  /** The sequence ids that are to be there, as the log is read. */
  private List<String> values() throws IOException {
    List<String> all = LogFixture.read(disk);
    List<String> expected = new ArrayList<>();
    for (long sequence : written.keySet()) {
      String start = sequence + "/1 r=";
      expected.add(all.stream().filter(e -> e.startsWith(start)).findAny().orElse(start));
    }
    return expected;
  }

  private interface Step {
    void run() throws IOException;
  }

  /** An injected failure of a write is no failure of the test; any other one is. */
  private static void tolerant(Step step) throws IOException {
    try {
      step.run();
    } catch (WalFailedException e) {
      throw e;
    } catch (IOException e) {
      assertThat(e).hasStackTraceContaining("injected failure of write");
    }
  }

  /** Lost bytes of a file are zeros on the disk, and noise once they were decrypted. */
  @Test
  void aSegmentWhoseStartWasLostWasNeverUsed() throws IOException {
    LogFixture.open(disk).close();
    try (Wal wal = LogFixture.open(disk)) {
      LogFixture.write(wal, "first", Durability.FSYNC_WAL);
      wal.roll();
      LogFixture.write(wal, "second", Durability.FSYNC_WAL);
    }
    Path last = LogFixture.DIRECTORY.resolve(WalFormat.name(2));
    byte[] whole = new byte[(int) disk.size(last)];
    try (RandomReadFile file = disk.open(last)) {
      file.readFully(0, whole, 0, whole.length);
    }
    int header = (int) (disk.size(last) - WalFormat.files(disk).size(last));
    for (int kept = 0; kept < WalFormat.START_BYTES; kept++) {
      byte[] left = new byte[header + WalFormat.START_BYTES];
      System.arraycopy(whole, 0, left, 0, header + kept);
      disk.delete(last);
      try (AppendFile file = disk.create(last)) {
        file.write(left, 0, left.length);
      }
      assertThat(LogFixture.read(disk)).as("%d bytes", kept).containsExactly("1/1 first=v");
    }
    try (Wal wal = LogFixture.open(disk)) {
      LogFixture.write(wal, "again", Durability.FSYNC_WAL);
    }
    assertThat(LogFixture.read(disk)).containsExactly("1/1 first=v", "2/1 again=v");
  }

  @Test
  void writersOfManyThreadsGoOnInTheNextSegment() throws Exception {
    ConcurrentSkipListMap<Long, String> acknowledged = new ConcurrentSkipListMap<>();
    Wal wal = LogFixture.open(files, 1 << 16);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> writers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      String row = "t" + t;
      writers.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 300; i++) {
                  if (i % 29 == 0) {
                    files.failAt("write", 3);
                  }
                  tolerant(
                      () -> {
                        long sequence = LogFixture.write(wal, row, Durability.SYNC_WAL);
                        acknowledged.put(sequence, sequence + "/1 " + row + "=v");
                      });
                }
                return null;
              }));
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
    threads.shutdown();
    files.failAt("write", Integer.MAX_VALUE);
    wal.close();
    assertThat(watch.twice()).isEmpty();
    assertThat(disk.list(LogFixture.DIRECTORY).size()).isGreaterThan(2);
    assertThat(LogFixture.read(disk)).containsExactlyElementsOf(acknowledged.values());
  }
}
