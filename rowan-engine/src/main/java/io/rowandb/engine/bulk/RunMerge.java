package io.rowandb.engine.bulk;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.scan.MergingScanner;
import io.rowandb.engine.storefile.StoreFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorted runs merged into one sequence of cells, without cells whose key is also in a later run:
 * the number of a run, taken from its name, is the sequence id of its cells, so the newest comes
 * first.
 *
 * <p>Memory: for each run a block, a window of up to 1 MB read ahead, and the root of its index.
 * Used by one thread; owns what it opens.
 */
final class RunMerge implements Closeable {
  /** What is done with each cell; it may stop the work by throwing. */
  interface Target {
    void take(Cell cell) throws IOException;
  }

  private static final byte[] NO_BOUND = new byte[0];

  private final List<StoreFile> files = new ArrayList<>();

  /** Opens runs. */
  RunMerge(FileSystem fileSystem, List<Path> runs) throws IOException {
    boolean opened = false;
    try {
      for (Path run : runs) {
        files.add(StoreFile.open(fileSystem, run, new BlockCache(0)));
      }
      opened = true;
    } finally {
      if (!opened) {
        close();
      }
    }
  }

  /** Hands on all cells. */
  void all(Target target) throws IOException {
    between(NO_BOUND, NO_BOUND, target);
  }

  /**
   * Hands on the cells of some rows.
   *
   * @param start the first row; empty for no bound
   * @param end the first row behind; empty for no bound
   */
  void between(byte[] start, byte[] end, Target target) throws IOException {
    List<CellScanner> scanners = new ArrayList<>(files.size());
    for (StoreFile file : files) {
      scanners.add(file.scanner(/* cacheBlocks= */ false, /* sequential= */ true));
    }
    try (MergingScanner cells = new MergingScanner(scanners)) {
      boolean more = start.length == 0 ? cells.next() : cells.seek(CellCodec.firstOnRow(start));
      Cell last = new Cell();
      for (boolean first = true; more; more = cells.next()) {
        Cell cell = cells.cell();
        if (end.length > 0 && CellOrder.compareRow(cell, end) >= 0) {
          return;
        }
        if (first || CellOrder.compareKeys(last, cell) != 0) {
          target.take(cell);
          last.set(cell);
          first = false;
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (StoreFile file : files) {
      try {
        file.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    files.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
