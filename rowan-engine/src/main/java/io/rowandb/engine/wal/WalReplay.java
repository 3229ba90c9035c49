package io.rowandb.engine.wal;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the whole log, and keeps what a {@link Wal} needs to continue it. Changes nothing on disk.
 * Used by one thread; holds no file open once {@link #replay} has returned.
 */
public final class WalReplay {
  /** Takes the entries of the log in the order of their sequence ids. */
  public interface Visitor {
    /**
     * One list of mutations of one region. The range holds { int32 n, n bytes cell } one behind the
     * other, checked; it is overwritten after the call.
     */
    void entry(long sequence, long regionNumber, byte[] buffer, int offset, int length)
        throws IOException;
  }

  /** A segment that was read: it has no entry above {@code lastSequence}. */
  record Segment(Path file, long number, long lastSequence, long bytes) {}

  private final FileSystem fileSystem;
  private final Visitor visitor;
  private final List<Segment> segments = new ArrayList<>();
  private Path unused;
  private long lastSequence;
  private long entries;
  private long tornBytes;

  private WalReplay(FileSystem fileSystem, Visitor visitor) {
    this.fileSystem = fileSystem;
    this.visitor = visitor;
  }

  /**
   * Reads the log from its first entry to its last.
   *
   * @throws CorruptFileException when something is damaged that was forced; entries before it were
   *     visited
   * @throws io.rowandb.engine.io.MissingKeyException when a segment is encrypted and the file
   *     system's keys do not fit
   */
  public static WalReplay replay(FileSystem fileSystem, Path logDirectory, Visitor visitor)
      throws IOException {
    FileSystem files = WalFormat.files(fileSystem);
    WalReplay replay = new WalReplay(files, visitor);
    replay.readAll(segmentFiles(files, logDirectory));
    return replay;
  }

  /** The highest sequence id the log knows of; 0 when it is empty. */
  public long lastSequence() {
    return lastSequence;
  }

  /** How many entries were visited. */
  public long entries() {
    return entries;
  }

  /** Bytes at the end of the last segment that were never forced and do not form a whole entry. */
  public long tornBytes() {
    return tornBytes;
  }

  /** The segments with entries, oldest first. */
  List<Segment> segments() {
    return segments;
  }

  /** The last segment's file when its creation was not finished, else null; it holds nothing. */
  Path unused() {
    return unused;
  }

  /** The segments of a log, oldest first. */
  static List<Path> segmentFiles(FileSystem fileSystem, Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path file : fileSystem.list(directory)) {
      if (WalFormat.number(file) >= 0) {
        files.add(file); // the names sort as the numbers do
      }
    }
    return files;
  }

  /**
   * Holds the next segment open while it reads one, since its header tells how long this one is.
   */
  private void readAll(List<Path> files) throws IOException {
    FrameReader next = files.isEmpty() ? null : open(files, 0);
    for (int i = 0; next != null; i++) {
      try (FrameReader segment = next) {
        next = i + 1 < files.size() ? open(files, i + 1) : null;
        try {
          if (next != null) {
            segment.expectEnd(WalFormat.Header.of(next).previousBytes());
          }
          read(files.get(i), segment);
        } catch (IOException | RuntimeException | Error e) {
          if (next != null) {
            next.close();
          }
          throw e;
        }
      }
    }
  }

  /** Opens a segment; null when it is the last one and its creation was not finished. */
  private FrameReader open(List<Path> files, int index) throws IOException {
    Path file = files.get(index);
    if (index > 0 && WalFormat.number(file) != WalFormat.number(files.get(index - 1)) + 1) {
      throw new CorruptFileException(
          file, 0, "the segment after " + files.get(index - 1).getFileName() + " is missing");
    }
    try {
      return FrameReader.open(fileSystem, file, WalFormat.MAGIC, WalFormat.VERSION);
    } catch (CorruptFileException e) {
      if (index < files.size() - 1 || fileSystem.size(file) > WalFormat.START_BYTES) {
        throw e;
      }
      unused = file;
      tornBytes = fileSystem.size(file);
      return null;
    }
  }

  private void read(Path file, FrameReader segment) throws IOException {
    WalFormat.Header header = WalFormat.Header.of(segment);
    if (header.number() != WalFormat.number(file) || header.firstSequence() <= lastSequence) {
      throw new CorruptFileException(
          file, 0, header + " does not fit the name, or follows sequence id " + lastSequence);
    }
    lastSequence = header.firstSequence() - 1;
    while (segment.next()) {
      lastSequence = WalFormat.visit(file, segment, lastSequence, visitor);
      entries++;
    }
    tornBytes += segment.tornBytes();
    segments.add(new Segment(file, header.number(), lastSequence, segment.position()));
  }
}
