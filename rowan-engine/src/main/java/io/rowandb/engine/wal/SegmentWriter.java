package io.rowandb.engine.wal;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FrameSeal;
import java.io.IOException;
import java.util.List;

/**
 * Writes whole frames to the log's last segment, and decides what a failure means.
 *
 * <ol>
 *   <li>After a failed {@link #write}, even one that ended with an {@link Error}, no part of it is
 *       in the file, or the log has ended.
 *   <li>After a failed force the log has ended.
 *   <li>A segment is completely on disk before the next one is created.
 * </ol>
 *
 * The holder of the log's write lock calls {@link #write}, {@link #mark} and {@link #close}; the
 * holder of the force turn calls {@link #force}; a thread with both and the append lock calls
 * {@link #startNext}. Any thread may call the rest.
 */
final class SegmentWriter {
  // Fixed at construction.
  private final OldSegments old;
  private final WalFailures failures;
  private final OldSegments.Note note;

  // Written by the holder of all locks.
  private volatile WalSegment segment;

  // Written under the write lock.
  private volatile long bytesWritten;

  /**
   * @param note is written when a segment has begun, before anything in it counts
   */
  SegmentWriter(OldSegments old, WalFailures failures, WalSegment segment, OldSegments.Note note) {
    this.old = old;
    this.failures = failures;
    this.segment = segment;
    this.note = note;
  }

  /** Seals the frames of the present segment. */
  FrameSeal seal() {
    return segment.seal();
  }

  /** Bytes of the present segment that are on disk. */
  long forcedBytes() {
    return segment.forcedBytes();
  }

  /** Bytes of frames written so far. */
  long bytesWritten() {
    return bytesWritten;
  }

  /** The length of all segments. */
  long bytes() {
    WalSegment present = segment;
    return old.bytes() + (present.exists() ? present.writtenBytes() : 0);
  }

  boolean isLongerThan(long bytes) {
    WalSegment present = segment;
    return present.exists() && present.writtenBytes() >= bytes;
  }

  /** Whether the present segment takes no more writes, so that the next one must begin. */
  boolean isSpent() {
    return segment.isSpent();
  }

  /** What the log has at least, on disk. */
  WalExtent extent() {
    long first = old.first(); // asked first: what follows it only grows
    return segment.extent(first);
  }

  /** Whether all is on disk, but no frame says so. */
  boolean wantsMark() {
    return segment.wantsMark();
  }

  /**
   * Writes whole frames: a range, and the cells of some mutations behind it.
   *
   * @return why it failed, or null
   */
  IOException write(byte[] head, int headBytes, List<RowMutation> mutations) {
    try {
      segment.begin(note);
      segment.write(head, 0, headBytes);
      for (int i = 0; i < mutations.size(); i++) {
        RowMutation mutation = mutations.get(i);
        if (mutation.durability() != Durability.SKIP_WAL) {
          segment.write(mutation.buffer(), 0, mutation.limit());
        }
      }
      long sum = bytesWritten + segment.complete();
      bytesWritten = sum;
      return null;
    } catch (IOException e) {
      takeBack(e);
      return e;
    } catch (RuntimeException | Error e) {
      // Whatever ends this thread must not end the log for the others, who wait for it.
      takeBack(e);
      return new IOException("a write was broken off: " + e, e);
    }
  }

  /** Writes a frame that only says how much is on disk; returns why it failed, or null. */
  IOException mark(byte[] frame, int frameBytes) {
    IOException error = write(frame, frameBytes, List.of());
    if (error == null) {
      segment.noteMark();
    }
    return error;
  }

  /** Forces what has been written. */
  void force() throws WalFailedException {
    try {
      segment.force();
    } catch (IOException e) {
      failures.end("forcing it to disk failed", e);
      failures.refuseAfterEnd();
    }
  }

  /** Forces and closes the present segment; the next one begins behind {@code lastSequence}. */
  void startNext(long lastSequence) throws WalFailedException {
    force();
    WalSegment ended = segment;
    WalSegment next = ended.next(lastSequence);
    old.add(ended.summary(lastSequence));
    segment = next;
    try {
      ended.close();
    } catch (IOException | RuntimeException | Error e) {
      failures.end("a segment could not be closed", e);
      failures.refuseAfterEnd();
    }
  }

  void close() throws IOException {
    segment.close();
  }

  private void takeBack(Throwable cause) {
    try {
      segment.cutBack();
    } catch (IOException | RuntimeException | Error e) {
      e.addSuppressed(cause);
      failures.end("a failed write could not be taken back", e);
    }
  }
}
