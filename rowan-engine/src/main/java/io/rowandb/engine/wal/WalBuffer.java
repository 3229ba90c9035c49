package io.rowandb.engine.wal;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.FrameSeal;
import java.util.Arrays;
import java.util.List;

/** Frames that wait to be written. Grows as needed up to a bound. Guarded by the append lock. */
final class WalBuffer {
  /** Enough for what a few threads append during one write. */
  private static final int INITIAL_BYTES = 64 << 10;

  /**
   * The maximum size of entries in memory without a waiting thread (ASYNC_WAL); the log has two
   * buffers. One write of this size costs about a millisecond.
   */
  private static final int MAX_BYTES = 4 << 20;

  /** Entries above this are written from where they stand: a copy would cost more than the call. */
  static final int MAX_ENTRY_BYTES = 1 << 20;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int limit;

  byte[] bytes() {
    return bytes;
  }

  int limit() {
    return limit;
  }

  void clear() {
    limit = 0;
  }

  /** Whether an entry of so many cell bytes may be added. */
  boolean hasRoom(long cellBytes) {
    return limit + WalFormat.ENTRY_FRAME_BYTES + cellBytes <= MAX_BYTES;
  }

  /** Adds the entry of these mutations, whose cells take {@code cellBytes} together. */
  void add(
      FrameSeal seal,
      long sequence,
      long regionNumber,
      List<RowMutation> mutations,
      int cellBytes,
      long forcedBytes) {
    ensure(WalFormat.ENTRY_FRAME_BYTES + cellBytes);
    WalFormat.putEntry(bytes, limit + FrameFormat.FRAME_BYTES, sequence, regionNumber);
    int at = limit + WalFormat.ENTRY_FRAME_BYTES;
    for (int i = 0; i < mutations.size(); i++) {
      RowMutation mutation = mutations.get(i);
      if (mutation.durability() != Durability.SKIP_WAL) {
        System.arraycopy(mutation.buffer(), 0, bytes, at, mutation.limit());
        at += mutation.limit();
      }
    }
    seal.seal(bytes, limit, WalFormat.ENTRY_BYTES + cellBytes, forcedBytes);
    limit = at;
  }

  /** What stands before the cells in the frame of an entry whose cells stay where they are. */
  static byte[] head(
      FrameSeal seal,
      long sequence,
      long regionNumber,
      List<RowMutation> mutations,
      int cellBytes,
      long forcedBytes) {
    byte[] head = new byte[WalFormat.ENTRY_FRAME_BYTES];
    int payloadBytes = WalFormat.ENTRY_BYTES + cellBytes;
    WalFormat.putEntry(head, FrameFormat.FRAME_BYTES, sequence, regionNumber);
    seal.begin(head, 0, payloadBytes, WalFormat.ENTRY_BYTES, forcedBytes);
    for (RowMutation mutation : mutations) {
      if (mutation.durability() != Durability.SKIP_WAL) {
        seal.add(mutation.buffer(), 0, mutation.limit());
      }
    }
    seal.end(head, 0);
    return head;
  }

  /** Adds a frame that only says how much is on disk. */
  void addMark(FrameSeal seal, long forcedBytes) {
    ensure(FrameFormat.FRAME_BYTES);
    seal.seal(bytes, limit, 0, forcedBytes);
    limit += FrameFormat.FRAME_BYTES;
  }

  /** Makes the frames to those of another segment. */
  void sealAgain(FrameSeal seal, long forcedBytes) {
    for (int at = 0; at < limit; ) {
      at = seal.sealAgain(bytes, at, forcedBytes);
    }
  }

  private void ensure(int more) {
    if (bytes.length - limit < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, limit + more));
    }
  }
}
