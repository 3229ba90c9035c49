package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Notes when a place of a file is written a second time, after the file was cut. With a cipher in
 * counter mode that gives away what differs between the two.
 */
public final class PadWatch extends DelegatingFileSystem {
  private final List<String> twice = new CopyOnWriteArrayList<>();
  private final Map<Path, WatchedFile> files = new ConcurrentHashMap<>();

  /** Watches what is written to {@code below}. */
  public PadWatch(FileSystem below) {
    super(below);
  }

  /** The places that were written twice. */
  public List<String> twice() {
    return twice;
  }

  @Override
  protected AppendFile created(Path path, AppendFile file) {
    WatchedFile watched = new WatchedFile(path, file);
    files.put(path, watched);
    return watched;
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    super.truncate(file, size);
    WatchedFile watched = files.get(file);
    if (watched != null) {
      watched.next = size;
    }
  }

  private final class WatchedFile extends DelegatingAppendFile {
    private final Path path;
    private volatile long next;
    private volatile long written;

    WatchedFile(Path path, AppendFile below) {
      super(below);
      this.path = path;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      if (next < written && length > 0) {
        twice.add(path.getFileName() + " at " + next);
      }
      super.write(source, offset, length);
      long end = next + length;
      next = end;
      written = Math.max(written, end);
    }
  }
}
