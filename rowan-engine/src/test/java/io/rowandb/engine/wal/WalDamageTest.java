package io.rowandb.engine.wal;

import static io.rowandb.engine.wal.LogFixture.DIRECTORY;
import static io.rowandb.engine.wal.LogFixture.read;
import static io.rowandb.engine.wal.LogFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.UnknownVersionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Cut, changed and half-written logs: an error that names the place, or the right entries. */
class WalDamageTest {
  /** What chance never keeps. */
  private static final RandomGenerator NOTHING = () -> 0L;

  /** Three segments of four entries, closed. */
  private static CrashFileSystem closedLog() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    Wal wal = LogFixture.open(disk);
    for (int i = 0; i < 12; i++) {
      write(wal, "row" + i, i % 2 == 0 ? Durability.SYNC_WAL : Durability.FSYNC_WAL);
      if (i % 4 == 3 && i < 11) {
        wal.roll();
      }
    }
    wal.close();
    return disk;
  }

  @Test
  void everyFlippedBitOfAClosedLogIsNoticedOrHarmless() throws IOException {
    CrashFileSystem whole = closedLog();
    List<String> expected = read(whole);
    for (Path file : whole.list(DIRECTORY)) {
      int size = (int) whole.size(file);
      for (int offset = 0; offset < size; offset++) {
        CrashFileSystem damaged = whole.copy();
        damaged.flip(file, offset, 1 << offset % 8);
        List<String> entries = new ArrayList<>();
        try {
          LogFixture.replay(damaged, entries);
          assertThat(entries).as("%s, byte %d", file, offset).isEqualTo(expected);
        } catch (CorruptFileException e) {
          assertThat(e.file()).isEqualTo(file);
          assertThat(e.offset()).isLessThanOrEqualTo(offset);
          assertThat(expected.subList(0, entries.size())).isEqualTo(entries);
        }
      }
    }
  }

  @Test
  void everyCutOfTheLastSegmentEndsAtAWholeEntry() throws IOException {
    CrashFileSystem whole = closedLog();
    List<String> expected = read(whole);
    Path last = whole.list(DIRECTORY).get(2);
    byte[] bytes = whole.get(last);
    for (int size = 0; size < bytes.length; size++) {
      CrashFileSystem cut = whole.copy();
      cut.put(last, Arrays.copyOf(bytes, size));
      List<String> entries = new ArrayList<>();
      WalReplay replay = LogFixture.replay(cut, entries);
      assertThat(entries).as("cut at %d", size).hasSizeBetween(8, 12);
      assertThat(expected.subList(0, entries.size())).isEqualTo(entries);
      assertThat(replay.tornBytes()).isBetween(0L, (long) size);
      continues(cut, entries);
    }
  }

  /** A log goes on behind a torn end, which is not read again, nor taken for damage. */
  private static void continues(CrashFileSystem disk, List<String> before) throws IOException {
    try (Wal wal = LogFixture.open(disk)) {
      write(wal, "next", Durability.FSYNC_WAL);
    }
    List<String> after = read(disk);
    assertThat(after).hasSize(before.size() + 1);
    assertThat(after.subList(0, before.size())).isEqualTo(before);
    assertThat(after.get(before.size())).endsWith(" next=v");
  }

  @Test
  void everyCutOfAnEarlierSegmentIsDamage() throws IOException {
    CrashFileSystem whole = closedLog();
    Path file = whole.list(DIRECTORY).get(1);
    byte[] bytes = whole.get(file);
    for (int size = 0; size < bytes.length; size++) {
      CrashFileSystem cut = whole.copy();
      cut.put(file, Arrays.copyOf(bytes, size));
      assertThatThrownBy(() -> read(cut))
          .as("cut at %d", size)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("truncated");
    }
  }

  @Test
  void aMissingSegmentIsDamage() throws IOException {
    CrashFileSystem disk = closedLog();
    disk.delete(disk.list(DIRECTORY).get(1));
    assertThatThrownBy(() -> read(disk))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("is missing");
  }

  @Test
  void zerosAndGarbageBehindTheEndAreATornEnd() throws IOException {
    long seed = 4711;
    Random random = new Random(seed);
    CrashFileSystem whole = closedLog();
    List<String> expected = read(whole);
    Path last = whole.list(DIRECTORY).get(2);
    byte[] bytes = whole.get(last);
    for (int round = 0; round < 200; round++) {
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(5000));
      if (round % 2 == 0) {
        byte[] garbage = new byte[longer.length - bytes.length];
        random.nextBytes(garbage);
        System.arraycopy(garbage, 0, longer, bytes.length, garbage.length);
      }
      CrashFileSystem disk = whole.copy();
      disk.put(last, longer);
      List<String> entries = new ArrayList<>();
      WalReplay replay = LogFixture.replay(disk, entries);
      assertThat(entries).as("seed %d round %d", seed, round).isEqualTo(expected);
      assertThat(replay.tornBytes()).isEqualTo(longer.length - bytes.length);
    }
  }

  @Test
  void aLostPageInTheUnforcedEndIsATornEnd() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    Wal wal = LogFixture.open(disk);
    write(wal, "forced", Durability.FSYNC_WAL);
    long lost = wal.bytes();
    write(wal, "lost", Durability.SYNC_WAL);
    write(wal, "kept by chance", Durability.SYNC_WAL);
    CrashFileSystem after = disk.afterProcessDeath();
    byte[] bytes = after.get(after.list(DIRECTORY).get(0));
    Arrays.fill(bytes, (int) lost, (int) lost + 40, (byte) 0);
    after.put(after.list(DIRECTORY).get(0), bytes);
    List<String> entries = new ArrayList<>();
    WalReplay replay = LogFixture.replay(after, entries);
    assertThat(entries).containsExactly("1/1 forced=v");
    assertThat(replay.tornBytes()).isEqualTo(bytes.length - lost);
    continues(after, entries);
  }

  @Test
  void aForcedEntryThatIsGoneIsDamageEvenIfUnforcedOnesFollow() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    Wal wal = LogFixture.open(disk);
    write(wal, "first", Durability.FSYNC_WAL);
    long damaged = wal.bytes();
    write(wal, "second", Durability.FSYNC_WAL);
    write(wal, "third", Durability.SYNC_WAL);
    CrashFileSystem after = disk.afterProcessDeath();
    after.flip(after.list(DIRECTORY).get(0), (int) damaged + 20, 1);
    assertThatThrownBy(() -> read(after))
        .isInstanceOfSatisfying(
            CorruptFileException.class, e -> assertThat(e.offset()).isEqualTo(damaged))
        .hasMessageContaining("proves that it was forced");
  }

  @Test
  void newerWrongAndEmptyFilesAreDifferentErrors() throws IOException {
    Path file = DIRECTORY.resolve("000000000001.log");
    CrashFileSystem disk = new CrashFileSystem();
    disk.createDirectories(DIRECTORY);
    int newer = WalFormat.VERSION + 1;
    disk.put(file, io.rowandb.engine.io.FrameFormat.start(WalFormat.MAGIC, newer, new byte[9]));
    assertThatThrownBy(() -> read(disk))
        .isInstanceOf(UnknownVersionException.class)
        .hasMessageContaining("format version " + newer);
    disk.put(file, "a letter to a friend".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> read(disk))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("no magic of a log");
    disk.put(file, new byte[0]);
    assertThat(read(disk)).isEmpty();
  }

  /**
   * A machine that loses power at any call of a history with rolls, releases and failures of none:
   * what was forced is there, in order and without gaps, and the log goes on.
   */
  @Test
  void powerMayFailAtEveryCall() throws IOException {
    for (int crashAt = 1; ; crashAt++) {
      CrashFileSystem disk = new CrashFileSystem();
      disk.crashAt(crashAt);
      List<String> acknowledged = new ArrayList<>();
      long[] released = {0};
      boolean finished = history(disk, acknowledged, released);
      for (int seed = 0; seed < 8; seed++) {
        RandomGenerator random = seed == 0 ? NOTHING : new Random(seed * 1_000L + crashAt);
        CrashFileSystem after = disk.afterPowerLoss(random);
        String place = "crash at call " + crashAt + ", seed " + seed;
        List<String> found = read(after);
        for (int i = 1; i < found.size(); i++) {
          assertThat(sequence(found.get(i))).as(place).isEqualTo(sequence(found.get(i - 1)) + 1);
        }
        List<String> promised =
            acknowledged.stream().filter(entry -> sequence(entry) > released[0]).toList();
        assertThat(found).as(place).containsAll(promised);
        if (seed < 3) {
          continues(after, found);
        }
      }
      if (finished) {
        assertThat(crashAt).isGreaterThan(100);
        return;
      }
    }
  }

  private static boolean history(CrashFileSystem disk, List<String> acknowledged, long[] released) {
    try {
      for (int open = 0; open < 2; open++) {
        Wal wal = LogFixture.open(disk, 400);
        for (int i = 0; i < 20; i++) {
          boolean forced = i % 3 == 0;
          String row = "row" + open + "-" + i;
          long sequence = write(wal, row, forced ? Durability.FSYNC_WAL : Durability.SYNC_WAL);
          if (forced) {
            acknowledged.add(sequence + "/1 " + row + "=v");
          }
          if (i % 7 == 5) {
            wal.forceIfDirty();
          }
          if (i == 15) {
            released[0] = sequence - 8;
            wal.release(released[0]);
          }
        }
        wal.close();
      }
      return true;
    } catch (IOException e) {
      if (!e.getMessage().contains("the machine is dead") && !(e instanceof WalFailedException)) {
        return fail("unexpected", e);
      }
      return false;
    }
  }

  private static long sequence(String entry) {
    return Long.parseLong(entry.substring(0, entry.indexOf('/')));
  }
}
