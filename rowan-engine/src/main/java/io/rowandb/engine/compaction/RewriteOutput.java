package io.rowandb.engine.compaction;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.scan.RewriteScanner;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The output of a flush or a compaction: one file, or one per time span.
 *
 * <p>A settled cell has the sequence id 0, which takes less space and is visible to every read. The
 * order of equal cells is preserved: the newest come first, and everything that a reader merges
 * with the file is newer than all of it.
 *
 * @param fileSystem where it goes
 * @param newPath gives each file its name
 * @param options how they are written
 * @param boundaries timestamps at which a new file begins, ascending; none for one file
 * @param maxSequence the highest sequence id of the input
 * @param settledSequence cells up to it are settled; 0 for none. It must be 0 unless all files of
 *     the store are merged, since an older file left out may hold an equal cell
 * @param allFiles whether all files of the store are merged
 * @param nowMillis the current time, written to the files
 */
public record RewriteOutput(
    FileSystem fileSystem,
    NewPath newPath,
    StoreFileOptions options,
    List<Long> boundaries,
    long maxSequence,
    long settledSequence,
    boolean allFiles,
    long nowMillis) {
  /** Cells between two looks at the pace: often enough to stop within a moment. */
  private static final int CELLS_PER_LOOK = 256;

  /** Bytes between two looks, for large cells. */
  private static final long BYTES_PER_LOOK = 4L << 20;

  /** Makes unused file names. */
  @FunctionalInterface
  public interface NewPath {
    /** The next. */
    Path next() throws IOException;
  }

  /** Copies the list. */
  public RewriteOutput {
    boundaries = List.copyOf(boundaries);
  }

  /**
   * Writes all cells of {@code cells}, which stays open; on failure no file is left.
   *
   * @return the finished, forced files, oldest span first; none when there was no cell
   */
  public List<StoreFileInfo> write(RewriteScanner cells, Pace pace) throws IOException {
    cells.watch(() -> pace.wrote(0));
    try (SpanWriters writers = new SpanWriters(this)) {
      long paced = 0;
      int count = 0;
      Cell settled = new Cell();
      while (cells.next()) {
        writers.append(settle(cells.cell(), settled));
        long written = writers.bytesWritten();
        if (++count % CELLS_PER_LOOK == 0 || written - paced >= BYTES_PER_LOOK) {
          pace.wrote(written - paced);
          paced = written;
        }
      }
      return writers.finish();
    }
  }

  private Cell settle(Cell cell, Cell settled) {
    return cell.sequence() == 0 || cell.sequence() > settledSequence
        ? cell
        : settled.set(cell.array(), cell.offset(), cell.length(), 0);
  }
}
