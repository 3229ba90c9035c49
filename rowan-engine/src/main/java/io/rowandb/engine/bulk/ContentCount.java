package io.rowandb.engine.bulk;

import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.storefile.StoreFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what finished files have, by reading them: the families of a part side by side, as a row
 * may be in several. Memory for each part is that of one open file a family. The executor's threads
 * count, one a part.
 */
final class ContentCount {
  /** Rows between two looks at whether to go on. */
  private static final int ROWS_PER_LOOK = 4096;

  // Fixed at construction.
  private final FileSystem fileSystem;

  /** By part and family, in the order of their rows. */
  private final Map<Integer, Map<String, List<Path>>> files = new TreeMap<>();

  // Atomic.
  private final LongAdder rows = new LongAdder();
  private final LongAdder cells = new LongAdder();

  /**
   * Of files that are there.
   *
   * @param finished those of a part and family in the order of their rows
   */
  ContentCount(FileSystem fileSystem, List<SortedFile> finished) {
    this.fileSystem = fileSystem;
    for (SortedFile file : finished) {
      files
          .computeIfAbsent(file.part(), part -> new TreeMap<>())
          .computeIfAbsent(file.family(), family -> new ArrayList<>())
          .add(file.path());
    }
  }

  /** Counts all. */
  SortedContents run(Executor executor, SortWatch watch) throws IOException {
    List<SortTasks.Work> works = new ArrayList<>();
    files.values().forEach(families -> works.add(all -> count(families.values(), all)));
    SortTasks.start(executor, works).await(watch);
    return new SortedContents(rows.sum(), cells.sum());
  }

  private void count(Iterable<List<Path>> families, SortTasks all) throws IOException {
    List<Cursor> open = new ArrayList<>();
    try {
      for (List<Path> family : families) {
        open.add(new Cursor(family.iterator()));
        open.get(open.size() - 1).advance();
      }
      long counted = 0;
      for (Cursor least = least(open); least != null; least = least(open)) {
        skipRow(open, least);
        if (++counted % ROWS_PER_LOOK == 0) {
          all.requireGoOn();
        }
      }
      rows.add(counted);
      open.forEach(cursor -> cells.add(cursor.passed));
    } finally {
      for (Cursor cursor : open) {
        cursor.close();
      }
    }
  }

  /** The one at the first row; null when all have ended. */
  private static Cursor least(List<Cursor> open) {
    Cursor least = null;
    for (Cursor cursor : open) {
      if (cursor.cell() != null
          && (least == null || CellOrder.compareRows(cursor.cell(), least.cell()) < 0)) {
        least = cursor;
      }
    }
    return least;
  }

  private static void skipRow(List<Cursor> open, Cursor least) throws IOException {
    for (Cursor cursor : open) {
      if (cursor != least
          && cursor.cell() != null
          && CellOrder.compareRows(cursor.cell(), least.cell()) == 0) {
        cursor.skipRow();
      }
    }
    least.skipRow();
  }

  /** The cells of one family, file after file. */
  private final class Cursor implements Closeable {
    private final Iterator<Path> left;
    private final Cell last = new Cell();
    private StoreFile file;
    private CellScanner scanner;
    private long passed;

    Cursor(Iterator<Path> files) {
      this.left = files;
    }

    /** The cell it stands on; null behind the last. */
    Cell cell() {
      return scanner == null ? null : scanner.cell();
    }

    /** Moves to the next cell; whether that is in the same file. */
    boolean advance() throws IOException {
      boolean same = scanner != null && scanner.next();
      for (boolean found = same; !found; found = scanner.next()) {
        close();
        if (!left.hasNext()) {
          return false;
        }
        file = StoreFile.open(fileSystem, left.next(), new BlockCache(0));
        scanner = file.scanner(/* cacheBlocks= */ false, /* sequential= */ true);
      }
      return same;
    }

    /** Moves to the next row, which begins at the latest with the next file. */
    void skipRow() throws IOException {
      boolean more;
      do {
        last.set(cell());
        passed++;
        more = advance();
      } while (more && CellOrder.compareRows(last, cell()) == 0);
    }

    @Override
    public void close() throws IOException {
      if (scanner != null) {
        scanner.close();
        scanner = null;
      }
      if (file != null) {
        StoreFile closed = file;
        file = null;
        closed.close();
      }
    }
  }
}
