package io.rowandb.engine.io;

import java.io.Closeable;
import java.io.IOException;

/**
 * A file that only grows. Used by one thread at a time; {@link #force} may run concurrently with
 * {@link #write} of another thread. Interrupting the thread does not abort a write.
 */
public interface AppendFile extends Closeable {
  /** Appends the range; when it returns, the operating system has the bytes. */
  void write(byte[] source, int offset, int length) throws IOException;

  /** Forces to disk all bytes whose {@link #write} returned before this call. */
  void force() throws IOException;

  /**
   * Whether more may be written behind a failed {@link #write}, once what it left was taken away
   * with {@link FileSystem#truncate}.
   */
  default boolean goesOnAfterFailure() {
    return true;
  }

  /** Bytes written so far. */
  long size();

  /** Closes without forcing. */
  @Override
  void close() throws IOException;
}
