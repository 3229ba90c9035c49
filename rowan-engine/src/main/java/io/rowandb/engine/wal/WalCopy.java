package io.rowandb.engine.wal;

import io.rowandb.engine.io.FileCopy;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The segments of a log, kept open for copying, while another thread or process may be writing to
 * it.
 *
 * <ol>
 *   <li>All segments that the log had at {@link #open} are kept open: segments that its owner
 *       releases meanwhile can still be copied.
 *   <li>A copy has complete segments, except that the last one is copied as it is at that time; it
 *       may end in the middle of an entry, as after the death of the owner.
 * </ol>
 *
 * Segments that begin after {@link #open} are not copied. Used by one thread.
 */
public final class WalCopy implements Closeable {
  private record Segment(Path path, RandomReadFile file) {}

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;

  private final List<Segment> segments = new ArrayList<>();

  private WalCopy(FileSystem fileSystem, Path directory) {
    this.fileSystem = fileSystem;
    this.directory = directory;
  }

  /**
   * Opens the segments there are now.
   *
   * @throws java.nio.file.NoSuchFileException when one was released meanwhile: try again
   */
  public static WalCopy open(FileSystem fileSystem, Path logDirectory) throws IOException {
    WalCopy copy = new WalCopy(fileSystem, logDirectory);
    boolean opened = false;
    try {
      for (Path path : WalReplay.segmentFiles(fileSystem, logDirectory)) {
        copy.segments.add(new Segment(path, fileSystem.open(path)));
      }
      opened = true;
      return copy;
    } finally {
      if (!opened) {
        copy.close();
      }
    }
  }

  /** Whether no segment has begun since {@link #open}; older ones may be gone. */
  public boolean hasLast() throws IOException {
    List<Path> now = WalReplay.segmentFiles(fileSystem, directory);
    if (now.isEmpty() || segments.isEmpty()) {
      return now.isEmpty();
    }
    Segment last = segments.get(segments.size() - 1);
    if (!now.get(now.size() - 1).equals(last.path())) {
      return false;
    }
    // A log that was closed and opened again gives its names a second time.
    try (RandomReadFile named = fileSystem.open(last.path())) {
      return Arrays.equals(start(named), start(last.file()));
    }
  }

  /** The number of the last segment that is copied; 0 when there is none. */
  public long last() {
    return segments.isEmpty() ? 0 : WalFormat.number(segments.get(segments.size() - 1).path());
  }

  private static byte[] start(RandomReadFile file) throws IOException {
    byte[] start = new byte[(int) Math.min(WalFormat.START_BYTES, file.size())];
    file.readFully(0, start, 0, start.length);
    return start;
  }

  /**
   * Copies the segments into an empty directory, forced with their names.
   *
   * @return how many bytes
   */
  public long copyTo(Path target) throws IOException {
    long bytes = 0;
    for (Segment segment : segments) {
      long length = segment.file().size();
      FileCopy.copy(
          segment.file(), length, fileSystem, target.resolve(segment.path().getFileName()));
      bytes += length;
    }
    fileSystem.forceDirectory(target);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    for (Segment segment : segments) {
      segment.file().close();
    }
  }
}
