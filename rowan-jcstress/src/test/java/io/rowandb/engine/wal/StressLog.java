package io.rowandb.engine.wal;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.memstore.StressCells;
import io.rowandb.jcstress.Unchecked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A log in memory, for a moment. */
final class StressLog {
  private static final Path DIRECTORY = Path.of("/log");
  private static final RowMutation PUT = StressCells.put(1, 20);

  private final Wal wal;

  /**
   * An empty one.
   *
   * @param segmentBytes 1 for a segment an entry
   */
  StressLog(FileSystem files, long segmentBytes) {
    this.wal =
        Unchecked.get(
            () ->
                Wal.open(
                    files,
                    DIRECTORY,
                    new WalOptions(segmentBytes, 7, 0, false),
                    1,
                    replay(files, (s, r, b, o, l) -> {}),
                    WalLedger.NONE));
  }

  Wal wal() {
    return wal;
  }

  /** Appends an entry and waits for it; 1 when that went well, 0 when it was refused. */
  int write(Durability durability) {
    try {
      wal.sync(wal.append(1, List.of(PUT)), durability);
      return 1;
    } catch (IOException e) {
      // The outcome that is asked for: the entry is not there, and the caller knows.
      return 0;
    }
  }

  /** How many entries are in the files, in the order of their sequence ids; -1 when in another. */
  static int entries(FileSystem files) {
    int[] entries = new int[1];
    long[] last = new long[1];
    Unchecked.get(
        () ->
            replay(
                files,
                (sequence, region, buffer, offset, length) -> {
                  entries[0] = sequence > last[0] ? entries[0] + 1 : -1_000;
                  last[0] = sequence;
                }));
    return Math.max(-1, entries[0]);
  }

  private static WalReplay replay(FileSystem files, WalReplay.Visitor visitor) throws IOException {
    return WalReplay.replay(files, DIRECTORY, WalExtent.UNKNOWN, visitor);
  }
}
