package io.rowandb.bench.workload;

import com.sun.management.ThreadMXBean;
import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.PeerSession;
import io.rowandb.bench.peer.RowVisitor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.ObjDoubleConsumer;

/**
 * Measures the bytes that the calling thread allocates in single operations, as counted by the JVM.
 * Keys and values are made before counting starts, so only the store and its client are counted.
 *
 * <p>A cell in the memstore is retained, not garbage: its bytes are shown as the memstore's growth
 * if the store reports it. The cost of each further cell of a row separates the cost per cell from
 * the fixed cost of an operation.
 */
final class Allocations {
  /** Cells of a wide row. */
  private static final int WIDE = 100;

  /** Reads and writes of the same kind before they are counted, so that the compiler is done. */
  private static final int WARM_UP = 20_000;

  private static final int COUNTED = 20_000;

  /** Wide rows; twice as many of them stay below one flush. */
  private static final int WIDE_COUNTED = 2_000;

  private static final byte[] FIRST = {};

  /** Where the indexes of wide rows begin, far from the narrow ones. */
  private static final long WIDE_BASE = 1L << 40;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Driver driver;
  private final PeerSession session;
  private final ObjDoubleConsumer<Metric> figures;
  private final byte[][] qualifiers = new byte[WIDE][];
  private final byte[] value = Rows.value(0);
  private long cellsSeen;
  private final RowVisitor count = (ka, ko, kl, va, vo, vl) -> cellsSeen++;

  Allocations(Driver driver, PeerSession session, ObjDoubleConsumer<Metric> figures) {
    this.driver = driver;
    this.session = session;
    this.figures = figures;
    for (int i = 0; i < WIDE; i++) {
      qualifiers[i] = String.format(Locale.ROOT, "q%02d", i).getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** One step that is repeated and counted. */
  private interface Step {
    void run(byte[] key) throws IOException;
  }

  void measure() throws IOException {
    byte[][] warmUp = keys(0, WARM_UP);
    byte[][] counted = keys(WARM_UP, COUNTED);
    double put = puts(warmUp, counted);
    figures.accept(Metric.ALLOCATED_MEMSTORE_GET, gets(counted, 1));
    figures.accept(Metric.ALLOCATED_MEMSTORE_SCAN_ROW, scannedRow(WARM_UP + COUNTED));
    driver.settle();
    double get = gets(counted, 1);
    figures.accept(Metric.ALLOCATED_GET, get);
    figures.accept(Metric.ALLOCATED_SCAN_ROW, scannedRow(WARM_UP + COUNTED));
    if (driver.hasColumns()) {
      wide(put, get);
    }
  }

  private double puts(byte[][] warmUp, byte[][] counted) throws IOException {
    Step put = key -> session.put(key, value, false);
    each(warmUp, put);
    long memStoreBefore = driver.memStoreBytes();
    double allocated = each(counted, put);
    figures.accept(Metric.ALLOCATED_PUT, allocated);
    if (memStoreBefore >= 0) {
      double growth = driver.memStoreBytes() - memStoreBefore;
      figures.accept(Metric.ALLOCATED_PUT_KEPT, growth / counted.length);
    }
    return allocated;
  }

  private void wide(double narrowPut, double narrowGet) throws IOException {
    byte[][] warmUp = keys(WIDE_BASE, WIDE_COUNTED);
    byte[][] counted = keys(WIDE_BASE + WIDE_COUNTED, WIDE_COUNTED);
    Step put = key -> session.putCells(key, qualifiers, value);
    each(warmUp, put);
    long memStoreBefore = driver.memStoreBytes();
    figures.accept(Metric.ALLOCATED_PUT_CELL, (each(counted, put) - narrowPut) / (WIDE - 1));
    if (memStoreBefore >= 0) {
      double growth = driver.memStoreBytes() - memStoreBefore;
      figures.accept(Metric.ALLOCATED_PUT_CELL_KEPT, growth / counted.length / WIDE);
    }
    driver.settle();
    figures.accept(Metric.ALLOCATED_GET_CELL, (gets(counted, WIDE) - narrowGet) / (WIDE - 1));
  }

  /** Bytes a get; the keys are read once more before, to warm up. */
  private double gets(byte[][] keys, int cells) throws IOException {
    Step get =
        key -> {
          long before = cellsSeen;
          if (!session.get(key, count) || cellsSeen - before != cells) {
            throw new IOException("a get shows " + (cellsSeen - before) + " of " + cells);
          }
        };
    each(keys, get);
    return each(keys, get);
  }

  /** Bytes a row of a scan over everything; the rows are scanned once more before, to warm up. */
  private double scannedRow(int rows) throws IOException {
    long before = 0;
    for (int i = 0; i < 2; i++) {
      before = allocatedBytes();
      long shown = session.scan(FIRST, Long.MAX_VALUE, count);
      if (shown != rows) {
        throw new IOException("a scan shows " + shown + " of " + rows + " rows");
      }
    }
    return (double) (allocatedBytes() - before) / rows;
  }

  /** Runs the step with each key; bytes allocated a step. */
  private double each(byte[][] keys, Step step) throws IOException {
    long before = allocatedBytes();
    for (byte[] key : keys) {
      step.run(key);
    }
    return (double) (allocatedBytes() - before) / keys.length;
  }

  private long allocatedBytes() {
    return threads.getCurrentThreadAllocatedBytes();
  }

  private static byte[][] keys(long first, int count) {
    byte[][] keys = new byte[count][];
    for (int i = 0; i < count; i++) {
      keys[i] = Rows.key(first + i);
    }
    return keys;
  }
}
