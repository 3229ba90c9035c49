package io.rowandb.engine.wal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;

/** The segments that are complete, oldest first. Safe for use by many threads. */
final class OldSegments {
  private final FileSystem fileSystem;
  private final Path directory;

  @GuardedBy("this")
  private final ArrayDeque<WalReplay.Segment> segments;

  @GuardedBy("this")
  private boolean closed;

  OldSegments(FileSystem fileSystem, Path directory, WalReplay recovered) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.segments = new ArrayDeque<>(recovered.segments());
  }

  synchronized void add(WalReplay.Segment segment) {
    segments.add(segment);
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
   * a gap. Does nothing once closed.
   */
  synchronized void release(long sequence) throws IOException {
    while (!closed && !segments.isEmpty() && segments.peek().lastSequence() <= sequence) {
      fileSystem.delete(segments.peek().file());
      fileSystem.forceDirectory(directory);
      segments.remove();
    }
  }
}
