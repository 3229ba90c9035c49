package io.rowandb.bench.memstore;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.memstore.MemStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Measures the cost of a cell in a memstore of a given size: to insert it, to find it, to skip it,
 * and its memory. Times are processor time of the thread, without the time to make the cells.
 */
final class Insertions {
  private static final int LENGTH_BYTES = 4;

  /** Cells inserted and sought, however small a memstore is. */
  private static final int OPERATIONS = 400_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Random random;
  private final RowMutation mutation = new RowMutation();
  private final Cell cell = new Cell();
  private long sequence;

  Insertions(long seed) {
    this.random = new Random(seed);
  }

  /** The heading of {@link #line}. */
  static List<String> heading() {
    return List.of("cells", "insert, ns", "seek, ns", "next, ns", "bytes beside the cell");
  }

  /** Fills memstores with so many cells; the last quarter of each counts. */
  List<String> line(int cells) throws IOException {
    int counted = cells / 4;
    long insertNanos = 0;
    MemStore memStore = null;
    int rounds = Math.max(1, OPERATIONS / counted);
    for (int round = 0; round < rounds; round++) {
      memStore = new MemStore();
      sequence = 0;
      insert(memStore, cells - counted);
      long begin = threads.getCurrentThreadCpuTime();
      insert(memStore, counted);
      insertNanos += threads.getCurrentThreadCpuTime() - begin;
    }
    long fillNanos = fillNanos();
    return List.of(
        String.format(Locale.ROOT, "%,d", cells),
        Long.toString(insertNanos / ((long) rounds * counted) - fillNanos),
        Long.toString(seek(memStore, cells) - fillNanos),
        Long.toString(walk(memStore)),
        String.format(
            Locale.ROOT, "%.0f", (double) (memStore.heapBytes() - memStore.dataBytes()) / cells));
  }

  private void insert(MemStore memStore, int count) {
    for (int i = 0; i < count; i++) {
      fill(sequence++);
      memStore.add(cell.array(), cell.offset(), cell.length(), sequence);
    }
  }

  private long seek(MemStore memStore, int cells) throws IOException {
    long begin = threads.getCurrentThreadCpuTime();
    try (CellScanner scanner = memStore.scanner()) {
      for (int i = 0; i < OPERATIONS; i++) {
        fill(random.nextInt(cells));
        if (!scanner.seek(cell)) {
          throw new IOException("a cell that was inserted is not there");
        }
      }
    }
    return (threads.getCurrentThreadCpuTime() - begin) / OPERATIONS;
  }

  private long fillNanos() {
    long begin = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < OPERATIONS; i++) {
      fill(i);
    }
    return (threads.getCurrentThreadCpuTime() - begin) / OPERATIONS;
  }

  private long walk(MemStore memStore) throws IOException {
    long begin = threads.getCurrentThreadCpuTime();
    long seen = 0;
    try (CellScanner scanner = memStore.scanner()) {
      while (scanner.next()) {
        seen += scanner.cell().rowLength() > 0 ? 1 : 0;
      }
    }
    return (threads.getCurrentThreadCpuTime() - begin) / seen;
  }

  /** Points at the cell of a row; its time is the latest, so that it comes first in its row. */
  private void fill(long row) {
    OneRegion.fill(mutation, row);
    cell.set(mutation.buffer(), LENGTH_BYTES, mutation.limit() - LENGTH_BYTES, Long.MAX_VALUE);
  }
}
