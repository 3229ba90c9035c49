package io.rowandb.engine.wal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;

/** The segments that are complete, oldest first. Safe for use by many threads. */
final class OldSegments {
  /** Notes outside of the log from which segment on it is needed. */
  @FunctionalInterface
  interface Note {
    void write() throws IOException;
  }

  private final FileSystem fileSystem;
  private final Path directory;

  @GuardedBy("this")
  private final ArrayDeque<WalReplay.Segment> segments;

  @GuardedBy("this")
  private boolean closed;

  /** The number of the first segment that is needed; of the present one when it is the only one. */
  private volatile long first;

  @GuardedBy("this")
  private long notedFirst;

  /**
   * @param present the number of the segment that follows those
   */
  OldSegments(FileSystem fileSystem, Path directory, WalReplay recovered, long present) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.segments = new ArrayDeque<>(recovered.segments());
    this.first = segments.isEmpty() ? present : segments.peek().number();
    this.notedFirst = first;
  }

  synchronized void add(WalReplay.Segment segment) {
    segments.add(segment);
  }

  /** The number of the first segment that is needed. */
  long first() {
    return first;
  }

  synchronized long bytes() {
    long bytes = 0;
    for (WalReplay.Segment segment : segments) {
      bytes += segment.bytes();
    }
    return bytes;
  }

  /** The greatest sequence id in the oldest one; -1 when there is none. */
  synchronized long oldestSequence() {
    return segments.isEmpty() ? -1 : segments.peek().lastSequence();
  }

  /** Lets nothing be deleted any more: the directory may have another owner soon. */
  synchronized void close() {
    closed = true;
  }

  /**
   * Deletes from the oldest on, each deletion durable before the next, so that a crash never leaves
   * a gap; before that it is noted that they are not needed. Does nothing once closed.
   */
  synchronized void release(long sequence, Note note) throws IOException {
    if (closed) {
      return;
    }
    for (WalReplay.Segment segment : segments) {
      if (segment.lastSequence() > sequence) {
        break;
      }
      first = Math.max(first, segment.number() + 1);
    }
    if (notedFirst < first) {
      note.write();
      notedFirst = first;
    }
    while (!segments.isEmpty() && segments.peek().number() < notedFirst) {
      fileSystem.delete(segments.peek().file());
      fileSystem.forceDirectory(directory);
      segments.remove();
    }
  }
}
