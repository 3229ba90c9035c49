package io.rowandb.engine.wal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Short ways to write entries and to read them back as text. */
final class LogFixture {
  static final Path DIRECTORY = Path.of("/store/log");

  private LogFixture() {}

  /** One cell: row, family f, qualifier q, timestamp 7, value. */
  static RowMutation put(String row, byte[] value, Durability durability) {
    byte[] empty = new byte[0];
    RowMutation put =
        new RowMutation().reset(RowMutation.Kind.PUT, row.getBytes(UTF_8), durability);
    put.add("f".getBytes(UTF_8), "q".getBytes(UTF_8), 7, 4, value, empty);
    return put;
  }

  static RowMutation put(String row, String value) {
    return put(row, value.getBytes(UTF_8), Durability.SYNC_WAL);
  }

  static Wal open(FileSystem files, long segmentBytes) throws IOException {
    return open(files, new WalOptions(segmentBytes, 7, 0, false));
  }

  static Wal open(FileSystem files, WalOptions options) throws IOException {
    WalReplay replay = WalReplay.replay(files, DIRECTORY, WalExtent.UNKNOWN, (s, r, b, o, l) -> {});
    return Wal.open(files, DIRECTORY, options, replay.lastSequence() + 1, replay, WalLedger.NONE);
  }

  static Wal open(FileSystem files) throws IOException {
    return open(files, 1 << 20);
  }

  /** Appends one cell and waits for it. */
  static long write(Wal wal, String row, Durability durability) throws IOException {
    long sequence = wal.append(1, List.of(put(row, "v")));
    wal.sync(sequence, durability);
    return sequence;
  }

  /** Everything in the log, as {@code sequence/region row=value …}. */
  static List<String> read(FileSystem files) throws IOException {
    List<String> entries = new ArrayList<>();
    replay(files, entries);
    return entries;
  }

  /** As {@link #read}; what was visited before an exception is in the list. */
  static WalReplay replay(FileSystem files, List<String> entries) throws IOException {
    return WalReplay.replay(
        files,
        DIRECTORY,
        WalExtent.UNKNOWN,
        (sequence, region, buffer, offset, length) ->
            entries.add(sequence + "/" + region + text(buffer, offset, length)));
  }

  private static String text(byte[] buffer, int offset, int length) {
    StringBuilder text = new StringBuilder();
    Cell cell = new Cell();
    for (int at = offset; at < offset + length; ) {
      int n = java.nio.ByteBuffer.wrap(buffer).getInt(at);
      cell.set(buffer, at + 4, n, 0);
      text.append(' ')
          .append(new String(buffer, cell.rowOffset(), cell.rowLength(), UTF_8))
          .append('=')
          .append(new String(buffer, cell.valueOffset(), cell.valueLength(), UTF_8));
      at += 4 + n;
    }
    return text.toString();
  }
}
