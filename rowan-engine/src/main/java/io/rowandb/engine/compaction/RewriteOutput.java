package io.rowandb.engine.compaction;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.scan.RewriteScanner;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileOptions;
import io.rowandb.engine.storefile.StoreFileWriter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The file that a flush or a compaction writes.
 *
 * <p>A settled cell has the sequence id 0, which takes less room and which every read sees. The
 * order of equal cells does not suffer: the newest come first, and what a reader joins with the
 * file is newer than all of it.
 *
 * @param fileSystem where it goes
 * @param path its name
 * @param options how it is written
 * @param maxSequence the highest sequence id of what goes in
 * @param settledSequence cells up to it are settled; 0 for none, as it must be unless all files of
 *     the store go in, since an older file outside may hold an equal cell
 * @param allFiles whether all files of the store go in
 * @param nowMillis the time, kept in the file
 */
public record RewriteOutput(
    FileSystem fileSystem,
    Path path,
    StoreFileOptions options,
    long maxSequence,
    long settledSequence,
    boolean allFiles,
    long nowMillis) {
  /** Cells between two looks at the pace: often enough to stop within a moment. */
  private static final int CELLS_PER_LOOK = 256;

  /** Bytes between two looks, for large cells. */
  private static final long BYTES_PER_LOOK = 4L << 20;

  /**
   * Writes all cells of {@code cells}, which stays open; on failure no file is left.
   *
   * @return the finished, forced file, or null when there was no cell, and then no file
   */
  public StoreFileInfo write(RewriteScanner cells, Pace pace) throws IOException {
    cells.watch(() -> pace.wrote(0));
    if (!cells.next()) {
      return null;
    }
    try (StoreFileWriter writer = StoreFileWriter.create(fileSystem, path, options, nowMillis)) {
      long paced = 0;
      int count = 0;
      Cell settled = new Cell();
      do {
        writer.append(settle(cells.cell(), settled));
        long written = writer.bytesWritten();
        if (++count % CELLS_PER_LOOK == 0 || written - paced >= BYTES_PER_LOOK) {
          pace.wrote(written - paced);
          paced = written;
        }
      } while (cells.next());
      return writer.finish(maxSequence, allFiles);
    }
  }

  private Cell settle(Cell cell, Cell settled) {
    return cell.sequence() == 0 || cell.sequence() > settledSequence
        ? cell
        : settled.set(cell.array(), cell.offset(), cell.length(), 0);
  }
}
