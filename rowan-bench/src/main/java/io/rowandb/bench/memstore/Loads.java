package io.rowandb.bench.memstore;

import com.sun.management.OperatingSystemMXBean;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures the work of the garbage collector in loads with many flushes, with and without the chunk
 * pool.
 */
final class Loads {
  /** A quarter of the default, for more flushes. */
  private static final long FLUSH_BYTES = 32 << 20;

  private static final int BATCH_ROWS = 1_000;
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Path directory;
  private final long rows;

  Loads(Path directory, long rows) {
    this.directory = directory;
    this.rows = rows;
  }

  /** The heading of {@link #line}. */
  static List<String> heading() {
    return List.of("pool", "rows/s", "us of processor time", "pauses", "ms of pauses");
  }

  /** One load into a new store; the first in a JVM only warms it. */
  List<String> line(boolean pool) throws IOException {
    try (OneRegion store = new OneRegion(directory, FLUSH_BYTES, pool ? 1 : 0)) {
      System.gc();
      long pauses = collected(GarbageCollectorMXBean::getCollectionCount);
      long pauseMillis = collected(GarbageCollectorMXBean::getCollectionTime);
      long processorNanos = SYSTEM.getProcessCpuTime();
      long begin = System.nanoTime();
      load(store);
      double seconds = (System.nanoTime() - begin) / 1e9;
      double micros = (SYSTEM.getProcessCpuTime() - processorNanos) / 1e3;
      return List.of(
          pool ? "yes" : "no",
          String.format(Locale.ROOT, "%,.0f", rows / seconds),
          String.format(Locale.ROOT, "%.2f", micros / rows),
          Long.toString(collected(GarbageCollectorMXBean::getCollectionCount) - pauses),
          Long.toString(collected(GarbageCollectorMXBean::getCollectionTime) - pauseMillis));
    }
  }

  private void load(OneRegion store) throws IOException {
    List<RowMutation> batch = new ArrayList<>();
    for (int i = 0; i < BATCH_ROWS; i++) {
      batch.add(new RowMutation());
    }
    for (long first = 0; first < rows; first += BATCH_ROWS) {
      for (int i = 0; i < BATCH_ROWS; i++) {
        OneRegion.fill(batch.get(i), first + i);
      }
      if (store.region().writeAll(batch) != null) {
        throw new IOException("rows from " + first + " on were refused");
      }
    }
  }

  private interface Figure {
    long of(GarbageCollectorMXBean collector);
  }

  private static long collected(Figure figure) {
    return ManagementFactory.getGarbageCollectorMXBeans().stream().mapToLong(figure::of).sum();
  }
}
