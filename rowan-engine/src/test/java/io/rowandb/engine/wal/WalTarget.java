package io.rowandb.engine.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.fuzz.FuzzTarget;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.FramedFile;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.ReadLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The log: segments made of frames, replayed, continued, and replayed again. */
public final class WalTarget implements FuzzTarget {
  private static final int MAX_READS = 10_000;

  /** Beyond it no sequence ids are left to hand out. */
  private static final long LAST_SEQUENCE = Long.MAX_VALUE - 1_000;

  /** Has nothing to hold. */
  public WalTarget() {}

  @Override
  public void run(byte[] input) throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    disk.createDirectories(LogFixture.DIRECTORY);
    long number = 1;
    for (byte[] segment : FramedFile.files(input, WalFormat.MAGIC, WalFormat.VERSION)) {
      try (AppendFile file = disk.create(LogFixture.DIRECTORY.resolve(WalFormat.name(number++)))) {
        file.write(segment, 0, segment.length);
      }
    }
    ReadLimit files = new ReadLimit(disk, MAX_READS);
    List<String> entries = new ArrayList<>();
    WalReplay replay = LogFixture.replay(files, entries);
    assertThat(replay.entries()).isEqualTo(entries.size());
    if (replay.lastSequence() > LAST_SEQUENCE) {
      return;
    }
    try (Wal wal = LogFixture.open(files)) {
      long sequence = LogFixture.write(wal, "row", Durability.FSYNC_WAL);
      entries.add(sequence + "/1 row=v");
    }
    assertThat(LogFixture.read(files)).isEqualTo(entries);
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    try (Wal wal = LogFixture.open(disk, 200)) {
      for (int i = 0; i < 6; i++) {
        wal.append(i, List.of(LogFixture.put("r" + i, "a"), LogFixture.put("s", "b".repeat(i))));
        wal.sync(wal.lastSequence(), Durability.FSYNC_WAL);
        wal.forceIfDirty();
      }
    }
    return List.of(FramedFile.input(disk, disk.list(LogFixture.DIRECTORY)));
  }
}
