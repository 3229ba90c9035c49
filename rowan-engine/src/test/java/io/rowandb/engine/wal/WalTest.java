package io.rowandb.engine.wal;

import static io.rowandb.engine.wal.LogFixture.DIRECTORY;
import static io.rowandb.engine.wal.LogFixture.put;
import static io.rowandb.engine.wal.LogFixture.read;
import static io.rowandb.engine.wal.LogFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WalTest {
  private final CrashFileSystem disk = new CrashFileSystem();
  private final FaultyFileSystem files = new FaultyFileSystem(disk);

  @Test
  void givesBackWhatWasAppendedInOrder() throws IOException {
    try (Wal wal = LogFixture.open(files)) {
      assertThat(wal.append(5, List.of(put("a", "1"), put("b", "2")))).isEqualTo(1);
      assertThat(wal.append(6, List.of(put("c", "3")))).isEqualTo(2);
      wal.sync(2, Durability.SYNC_WAL);
    }
    assertThat(read(files)).containsExactly("1/5 a=1 b=2", "2/6 c=3");
  }

  @Test
  void continuesWhereItEnded() throws IOException {
    for (int i = 1; i <= 4; i++) {
      try (Wal wal = LogFixture.open(files)) {
        assertThat(write(wal, "row" + i, Durability.SYNC_WAL)).isEqualTo(i);
      }
    }
    assertThat(read(files)).containsExactly("1/1 row1=v", "2/1 row2=v", "3/1 row3=v", "4/1 row4=v");
  }

  @Test
  void leavesOutWhatSkipsTheLogButCountsIt() throws IOException {
    try (Wal wal = LogFixture.open(files)) {
      RowMutation skipped = put("s", new byte[0], Durability.SKIP_WAL);
      assertThat(wal.append(1, List.of(skipped))).isEqualTo(1);
      assertThat(wal.append(1, List.of(skipped, put("a", "1"), skipped))).isEqualTo(2);
      wal.sync(1, Durability.FSYNC_WAL);
      wal.sync(2, Durability.FSYNC_WAL);
      assertThat(wal.lastSequence()).isEqualTo(2);
    }
    assertThat(read(files)).containsExactly("2/1 a=1");
  }

  @Test
  void createsNoFileBeforeTheFirstEntry() throws IOException {
    LogFixture.open(files).close();
    assertThat(files.list(DIRECTORY)).isEmpty();
  }

  @Test
  void syncedIsWithTheSystemForcedIsOnDisk() throws IOException {
    Wal wal = LogFixture.open(files);
    write(wal, "forced", Durability.FSYNC_WAL);
    write(wal, "written", Durability.SYNC_WAL);
    write(wal, "async", Durability.ASYNC_WAL);
    assertThat(read(disk.afterProcessDeath())).containsExactly("1/1 forced=v", "2/1 written=v");
    assertThat(read(disk.afterPowerLoss(() -> 0L))).containsExactly("1/1 forced=v");
    wal.forceIfDirty();
    assertThat(read(disk.afterPowerLoss(() -> 0L))).hasSize(3);
  }

  @Test
  void whatItContinuesIsOnDiskBeforeItGoesOn() throws IOException {
    Wal dead = LogFixture.open(files);
    write(dead, "first", Durability.FSYNC_WAL);
    write(dead, "unforced", Durability.SYNC_WAL);
    Wal next = LogFixture.open(files);
    write(next, "forced", Durability.FSYNC_WAL);
    for (long seed = 1; seed <= 50; seed++) {
      assertThat(read(disk.afterPowerLoss(new Random(seed))))
          .as("seed %d", seed)
          .containsExactly("1/1 first=v", "2/1 unforced=v", "3/1 forced=v");
    }
  }

  /** The process died when a segment had its start, before its name was on disk. */
  @Test
  void theNameOfTheSegmentItContinuesIsOnDiskToo() throws IOException {
    Wal wal = LogFixture.open(disk);
    write(wal, "first", Durability.FSYNC_WAL);
    wal.roll();
    disk.crashAt(disk.operations() + 4); // created, written, forced
    assertThatThrownBy(() -> write(wal, "second", Durability.FSYNC_WAL))
        .isInstanceOf(IOException.class);
    CrashFileSystem left = disk.afterProcessDeath();
    assertThat(left.list(DIRECTORY)).hasSize(2);
    Wal reopened = LogFixture.open(left);
    for (int seed = 0; seed < 20; seed++) {
      assertThat(left.afterPowerLoss(new Random(seed)).list(DIRECTORY)).hasSize(2);
    }
    reopened.close();
  }

  @Tag("slow")
  @Test
  void takesEntriesAboveEveryBuffer() throws IOException {
    MemoryFileSystem memory = new MemoryFileSystem();
    byte[] value = new byte[10 << 20];
    Arrays.fill(value, (byte) 'x');
    List<RowMutation> batch = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      batch.add(put("big" + i, value, Durability.SYNC_WAL));
    }
    try (Wal wal = LogFixture.open(memory, 128 << 20)) {
      wal.append(1, List.of(put("before", "1")));
      wal.sync(wal.append(1, batch), Durability.SYNC_WAL);
      write(wal, "after", Durability.SYNC_WAL);
    }
    List<String> entries = read(memory);
    assertThat(entries).hasSize(3);
    assertThat(entries.get(0)).isEqualTo("1/1 before=1");
    assertThat(entries.get(1)).hasSizeGreaterThan(60 << 20).startsWith("2/1 big0=xxx");
    assertThat(entries.get(2)).isEqualTo("3/1 after=v");
  }

  @Test
  void fillsItsBufferWithoutAnybodyWaiting() throws IOException {
    byte[] value = new byte[1000];
    try (Wal wal = LogFixture.open(new MemoryFileSystem(), 128 << 20)) {
      for (int i = 0; i < 10_000; i++) {
        wal.append(1, List.of(put("async", value, Durability.ASYNC_WAL)));
      }
      assertThat(wal.bytesWritten()).isGreaterThan(6_000_000);
    }
  }

  @Test
  void refusesAnEntryThatIsTooLong() throws IOException {
    RowMutation big = put("b", new byte[50 << 20], Durability.SYNC_WAL);
    try (Wal wal = LogFixture.open(files)) {
      assertThatThrownBy(() -> wal.append(1, List.of(big, big, big, big, big, big)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("268435");
      assertThat(wal.lastSequence()).isZero();
    }
  }

  @Test
  void rollsAndReleasesWholeSegments() throws IOException {
    Wal wal = LogFixture.open(files, 500);
    for (int i = 1; i <= 30; i++) {
      write(wal, "row" + i, Durability.SYNC_WAL);
      wal.forceIfDirty();
    }
    int segments = files.list(DIRECTORY).size();
    assertThat(segments).isGreaterThan(3);
    assertThat(read(files)).hasSize(30);
    long before = wal.bytes();
    wal.release(15);
    assertThat(files.list(DIRECTORY)).hasSizeBetween(2, segments - 1);
    assertThat(wal.bytes()).isLessThan(before);
    assertThat(read(files)).hasSizeBetween(15, 25).endsWith("30/1 row30=v");
    wal.roll();
    wal.release(30);
    assertThat(files.list(DIRECTORY)).isEmpty();
    wal.close();
  }

  @Test
  void writersRollWhenNobodyElseDoes() throws IOException {
    try (Wal wal = LogFixture.open(files, 500)) {
      for (int i = 1; i <= 50; i++) {
        write(wal, "row" + i, Durability.SYNC_WAL);
      }
    }
    assertThat(files.list(DIRECTORY).size()).isGreaterThan(2);
    assertThat(read(files)).hasSize(50);
  }

  @Test
  void goesOnAfterAFullDisk() throws IOException {
    Wal wal = LogFixture.open(files);
    write(wal, "before", Durability.SYNC_WAL);
    files.setFreeBytes(30);
    long lost = wal.append(1, List.of(put("lost", "1")));
    assertThatThrownBy(() -> wal.sync(lost, Durability.SYNC_WAL))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(WalFailedException.class)
        .hasMessageContaining("No space left");
    assertThat(read(disk.afterProcessDeath())).containsExactly("1/1 before=v");
    files.setFreeBytes(Long.MAX_VALUE);
    write(wal, "after", Durability.SYNC_WAL);
    assertThatThrownBy(() -> wal.sync(lost, Durability.SYNC_WAL)).isInstanceOf(IOException.class);
    wal.close();
    assertThat(read(files)).containsExactly("1/1 before=v", "3/1 after=v");
  }

  @Test
  void goesOnWhenASegmentCouldNotBeCreated() throws IOException {
    for (String operation : List.of("create", "write", "force", "forceDirectory")) {
      CrashFileSystem fresh = new CrashFileSystem();
      FaultyFileSystem faulty = new FaultyFileSystem(fresh);
      Wal wal = LogFixture.open(faulty);
      faulty.failAt(operation, 1);
      assertThatThrownBy(() -> write(wal, "lost", Durability.SYNC_WAL))
          .as(operation)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("injected");
      write(wal, "after", Durability.SYNC_WAL);
      wal.close();
      assertThat(read(fresh)).as(operation).containsExactly("2/1 after=v");
    }
  }

  @Test
  void goesOnAfterAFailedWriteOfALargeEntry() throws IOException {
    Wal wal = LogFixture.open(files);
    write(wal, "before", Durability.SYNC_WAL);
    files.failAt("write", 2);
    RowMutation large = put("large", new byte[2 << 20], Durability.SYNC_WAL);
    assertThatThrownBy(() -> wal.append(1, List.of(large))).hasMessageContaining("injected");
    write(wal, "after", Durability.SYNC_WAL);
    wal.close();
    assertThat(read(disk)).containsExactly("1/1 before=v", "2/1 after=v");
  }

  @Test
  void endsWhenAFailedWriteCannotBeTakenBack() throws IOException {
    Wal wal = LogFixture.open(files);
    write(wal, "before", Durability.SYNC_WAL);
    files.failAt("write", 1);
    files.failAt("truncate", 1);
    assertThatThrownBy(() -> write(wal, "lost", Durability.SYNC_WAL))
        .isInstanceOf(IOException.class);
    assertEnded(wal);
    assertThat(read(disk.afterProcessDeath())).containsExactly("1/1 before=v");
  }

  @Test
  void endsWhenAForceFails() throws IOException {
    Wal wal = LogFixture.open(files);
    write(wal, "before", Durability.FSYNC_WAL);
    files.failAt("force", 1);
    assertThatThrownBy(() -> write(wal, "unknown", Durability.FSYNC_WAL))
        .isInstanceOf(WalFailedException.class)
        .hasMessageContaining("opened again");
    assertEnded(wal);
    try (Wal reopened = LogFixture.open(disk.afterProcessDeath())) {
      write(reopened, "again", Durability.FSYNC_WAL);
    }
  }

  private void assertEnded(Wal wal) throws IOException {
    assertThatThrownBy(() -> wal.append(1, List.of(put("x", "y"))))
        .isInstanceOf(WalFailedException.class);
    assertThatThrownBy(() -> wal.sync(wal.lastSequence(), Durability.SYNC_WAL))
        .isInstanceOf(WalFailedException.class);
    assertThatThrownBy(wal::forceIfDirty).isInstanceOf(WalFailedException.class);
    wal.close();
  }

  @Test
  void reportsAsyncEntriesThatCouldNotBeWritten() throws IOException {
    Wal wal = LogFixture.open(files);
    write(wal, "before", Durability.FSYNC_WAL);
    files.setFreeBytes(0);
    write(wal, "async", Durability.ASYNC_WAL);
    assertThatThrownBy(wal::forceIfDirty).hasMessageContaining("No space left");
    files.setFreeBytes(Long.MAX_VALUE);
    wal.forceIfDirty();
    wal.close();
  }

  @Test
  void refusesAppendsWhenClosed() throws IOException {
    Wal wal = LogFixture.open(files);
    wal.close();
    wal.close();
    assertThatThrownBy(() -> wal.append(1, List.of(put("a", "b")))).hasMessageContaining("closed");
  }

  @Test
  void refusesSequencesThatTheLogHasSeen() throws IOException {
    try (Wal wal = LogFixture.open(files)) {
      write(wal, "a", Durability.SYNC_WAL);
    }
    WalReplay replay = WalReplay.replay(files, DIRECTORY, WalExtent.UNKNOWN, (s, r, b, o, l) -> {});
    assertThatThrownBy(
            () ->
                Wal.open(
                    files, DIRECTORY, new WalOptions(1000, 7, 0, false), 1, replay, WalLedger.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nextSequence 1 must be above 1");
  }

  @Test
  void interruptsNeitherEndNorLoseAWrite() throws IOException {
    try (Wal wal = LogFixture.open(files)) {
      Thread.currentThread().interrupt();
      write(wal, "a", Durability.FSYNC_WAL);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(read(files)).containsExactly("1/1 a=v");
  }

  @Test
  void deletesNothingAfterItWasClosed() throws IOException {
    Wal wal = LogFixture.open(files);
    assertThat(write(wal, "a", Durability.SYNC_WAL)).isEqualTo(1);
    wal.roll();
    wal.close();
    wal.release(1);
    assertThat(read(files)).as("another process may own it now").containsExactly("1/1 a=v");
  }
}
