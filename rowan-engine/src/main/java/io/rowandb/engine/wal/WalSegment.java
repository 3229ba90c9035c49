package io.rowandb.engine.wal;

import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.FrameSeal;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The segment that is being written. Its file appears with {@link #begin}.
 *
 * <ol>
 *   <li>The file holds the first {@link #writtenBytes} bytes, and more only during a write or after
 *       a failed one; {@link #cutBack} cuts off the excess.
 *   <li>Nothing is written once it is {@link #isSpent}.
 *   <li>{@link #forcedBytes} ≤ {@link #writtenBytes}, and they are on disk.
 * </ol>
 *
 * The holder of the log's write lock calls everything except {@link #force}; the holder of its
 * force turn calls {@code force}.
 */
final class WalSegment {
  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final Path path;
  private final WalFormat.Header header;
  private final WalOptions options;
  private final byte[] start;

  // Guarded by the write lock.
  private boolean named;
  private boolean noted;
  private boolean tried;
  private long pendingBytes;
  private long markedBytes = WalFormat.START_BYTES;

  // Written under the write lock; read by anybody.
  private volatile boolean spent;

  // Written under the write lock; read by the holder of the force turn.
  private volatile AppendFile file;
  private volatile long writtenBytes = WalFormat.START_BYTES;

  // Written by the holder of the force turn.
  private volatile long forcedBytes = WalFormat.START_BYTES;

  WalSegment(FileSystem fileSystem, Path directory, WalFormat.Header header, WalOptions options) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.path = directory.resolve(WalFormat.name(header.number()));
    this.header = header;
    this.options = options;
    this.start = header.start();
  }

  /** Seals the frames of this segment. */
  FrameSeal seal() {
    return FrameFormat.seal(start);
  }

  /** Whether it has a file. */
  boolean exists() {
    return file != null;
  }

  long writtenBytes() {
    return writtenBytes;
  }

  long forcedBytes() {
    return forcedBytes;
  }

  /** Whether a write failed, and the file takes no other one behind it. */
  boolean isSpent() {
    return spent;
  }

  /** Whether all is on disk, but no frame says so. */
  boolean wantsMark() {
    return exists() && forcedBytes == writtenBytes && markedBytes < writtenBytes;
  }

  /**
   * Makes the file, and has it noted outside of the log that there is one. Once both are done it
   * does nothing. Called before each write.
   */
  void begin(OldSegments.Note note) throws IOException {
    if (file == null) {
      create();
    }
    if (!noted) {
      note.write();
      noted = true;
    }
  }

  /** Writes a range; it counts only after {@link #complete}. */
  void write(byte[] source, int offset, int length) throws IOException {
    tried = true;
    file.write(source, offset, length);
    pendingBytes += length;
  }

  /** What was written since the last call forms whole frames, and counts; returns its length. */
  long complete() {
    long completed = pendingBytes;
    long grown = writtenBytes + completed;
    writtenBytes = grown;
    pendingBytes = 0;
    tried = false;
    return completed;
  }

  /** Notes that what was completed last is a mark. */
  void noteMark() {
    markedBytes = writtenBytes;
  }

  /** Takes away what failed writes may have left. */
  void cutBack() throws IOException {
    pendingBytes = 0;
    if (tried && !file.goesOnAfterFailure()) {
      spent = true;
    }
    if (file != null) {
      fileSystem.truncate(path, writtenBytes);
    } else if (named) {
      fileSystem.delete(path);
      named = false;
    }
  }

  /** Forces what has been written. */
  void force() throws IOException {
    AppendFile open = file;
    long upTo = writtenBytes;
    if (open != null && upTo > forcedBytes) {
      open.force();
      forcedBytes = upTo;
    }
  }

  void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }

  /** What a log has that begins with a segment and ends with this one, or with that before it. */
  WalExtent extent(long firstSegment) {
    return exists()
        ? WalExtent.of(firstSegment, header.number(), forcedBytes, header.identity())
        : WalExtent.of(
            firstSegment, header.number() - 1, header.previousBytes(), header.previousIdentity());
  }

  /** What is left to remember of it, and the segment that follows it. */
  WalReplay.Segment summary(long lastSequence) {
    return new WalReplay.Segment(
        path, header.number(), lastSequence, writtenBytes, header.identity());
  }

  WalSegment next(long lastSequence) {
    WalFormat.Header following =
        WalFormat.Header.after(
            summary(lastSequence), header.number() + 1, lastSequence + 1, options);
    return new WalSegment(fileSystem, directory, following, options);
  }

  /** The start is on disk before anything follows it, so a segment without one holds nothing. */
  private void create() throws IOException {
    AppendFile created = fileSystem.create(path);
    named = true;
    boolean done = false;
    try {
      created.write(start, 0, start.length);
      created.force();
      fileSystem.forceDirectory(directory);
      done = true;
    } finally {
      if (!done) {
        created.close();
      }
    }
    file = created;
  }
}
