package io.rowandb.bench.peer;

import java.io.IOException;

/**
 * One open store with one table of one family and one region. Made by {@link Peer#open}; its opener
 * closes it after its sessions. Safe for use by several threads.
 */
public interface Driver extends AutoCloseable {
  /** A session for one thread. */
  PeerSession session() throws IOException;

  /** Writes the recent cells to a file and returns when that is done; compactions may follow. */
  void flush() throws IOException;

  /** Flushes and compacts until one sorted file (or level) is left; returns when that is done. */
  void settle() throws IOException;

  /** Whether a row can have several cells. */
  default boolean hasColumns() {
    return true;
  }

  /** Bytes of the data files on disk; without logs. */
  long dataBytes() throws IOException;

  /** Heap bytes of the recent cells in memory; -1 when the store does not tell. */
  long memStoreBytes() throws IOException;

  /** What the store did beside its callers since it was opened; null when it does not tell. */
  default StoreWork work() throws IOException {
    return null;
  }

  @Override
  void close() throws IOException;
}
