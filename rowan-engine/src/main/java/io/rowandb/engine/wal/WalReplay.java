package io.rowandb.engine.wal;

import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;

/** What reading the whole log gave: needed to open a {@link Wal} that continues it. */
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

  private WalReplay() {}

  /**
   * Reads the log from its first entry to its last. Changes nothing on disk.
   *
   * @throws io.rowandb.engine.io.CorruptFileException when something is damaged that was forced
   */
  public static WalReplay replay(FileSystem fileSystem, Path logDirectory, Visitor visitor)
      throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** The highest sequence id the log knows of; 0 when it is empty. */
  public long lastSequence() {
    return 0;
  }

  /** How many entries were visited. */
  public long entries() {
    return 0;
  }

  /** Bytes at the end of the last segment that were never forced and do not form a whole entry. */
  public long tornBytes() {
    return 0;
  }
}
