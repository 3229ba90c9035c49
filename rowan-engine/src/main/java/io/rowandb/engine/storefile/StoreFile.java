package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.FileSystem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A store file open for reading. Safe for use by many threads. */
public final class StoreFile implements Closeable {
  private StoreFile() {}

  /**
   * Opens a finished file and checks what is read on opening: trailer, file info, root index.
   *
   * @throws io.rowandb.engine.io.CorruptFileException when it is damaged, cut off or no HFile
   */
  public static StoreFile open(FileSystem fileSystem, Path path, BlockCache cache)
      throws IOException {
    throw new UnsupportedOperationException("open " + fileSystem + path + cache);
  }

  /** What is known of it. */
  public StoreFileInfo info() {
    throw new UnsupportedOperationException("info");
  }

  /**
   * False when the row is certainly not in the file; also looks at the first and last row.
   *
   * @param row a whole row key
   */
  public boolean mayContainRow(byte[] row) throws IOException {
    throw new UnsupportedOperationException("mayContainRow " + row.length);
  }

  /**
   * A new scanner before the first cell.
   *
   * @param cacheBlocks whether data blocks it loads are kept in the cache
   * @param sequential whether it will run over many blocks, so that reading ahead pays
   */
  public CellScanner scanner(boolean cacheBlocks, boolean sequential) {
    throw new UnsupportedOperationException("scanner " + cacheBlocks + sequential);
  }

  /** Closes the file and drops its blocks from the cache; open scanners must be closed before. */
  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException("close");
  }
}
