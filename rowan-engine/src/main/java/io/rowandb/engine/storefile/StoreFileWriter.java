package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.FileSystem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes one store file, front to back. Used by one thread. */
public final class StoreFileWriter implements Closeable {
  private StoreFileWriter() {}

  /**
   * Creates the file.
   *
   * @param createdMillis the present time, kept in the file
   */
  public static StoreFileWriter create(
      FileSystem fileSystem, Path path, StoreFileOptions options, long createdMillis)
      throws IOException {
    throw new UnsupportedOperationException(
        "create " + fileSystem + path + options + createdMillis);
  }

  /**
   * Appends a cell; its bytes are copied.
   *
   * @throws IllegalArgumentException when it sorts before the cell appended last
   */
  public void append(Cell cell) throws IOException {
    throw new UnsupportedOperationException("append " + cell);
  }

  /** Bytes of the file so far, without the block being filled. */
  public long bytesWritten() {
    throw new UnsupportedOperationException("bytesWritten");
  }

  /** Writes index, Bloom filter and trailer, forces the file to disk and closes it. */
  public StoreFileInfo finish(long maxSequence, boolean majorCompaction) throws IOException {
    throw new UnsupportedOperationException("finish " + maxSequence + majorCompaction);
  }

  /** Deletes the file unless it was finished. Closing twice does nothing. */
  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException("close");
  }
}
