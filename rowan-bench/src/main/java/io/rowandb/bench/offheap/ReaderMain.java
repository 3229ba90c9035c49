package io.rowandb.bench.offheap;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import io.rowandb.bench.workload.Rows;
import io.rowandb.bench.workload.ZipfRanks;
import io.rowandb.engine.Database;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.OffHeapOptions;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The reading child: makes gets of popular rows and, for one read in twenty, a scan of 50 rows, in
 * one thread. The first quarter of its reads is a warm-up; it prints figures of the others. The
 * number of reads is fixed, not the time, so that turns on a busy machine do the same work.
 */
public final class ReaderMain {
  /** Before the figures. */
  static final String MARK = "@reader ";

  private static final int SCAN_EVERY = 20;
  private static final int SCAN_ROWS = 50;
  private static final byte[] NOTHING = {};

  // Of collections since the warm-up.
  private final LongAdder pauses = new LongAdder();
  private final LongAdder pauseMillis = new LongAdder();
  private final LongAccumulator longestMillis = new LongAccumulator(Math::max, 0);

  private final CellBatch batch = new CellBatch();

  private ReaderMain() {}

  /**
   * Directory, rows, reads, bytes of the cache on the heap, outside of it, and for victims only.
   */
  public static void main(String[] arguments) throws IOException {
    OffHeapOptions offHeap =
        Long.parseLong(arguments[4]) == 0
            ? OffHeapOptions.NONE
            : OffHeapOptions.of(Long.parseLong(arguments[4]))
                .withVictimsOnly(Boolean.parseBoolean(arguments[5]));
    BlockCacheOptions cache =
        BlockCacheOptions.ofHeap(Long.parseLong(arguments[3])).withOffHeap(offHeap);
    DatabaseOptions options =
        DatabaseOptions.builder(Path.of(arguments[0])).blockCache(cache).build();
    try (Database database = Database.open(options)) {
      new ReaderMain().read(database, Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
    }
  }

  private void read(Database database, long rows, long reads) throws IOException {
    Region region = database.table(CachePlaces.TABLE).locate(NOTHING);
    ZipfRanks popular = new ZipfRanks(rows, new SplittableRandom(20261126));
    read(region, popular, reads / 4);
    listen();
    long hits = database.stats().blockCacheHits();
    long misses = database.stats().blockCacheMisses();
    long processor = processorNanos();
    long begin = System.nanoTime();
    read(region, popular, reads - reads / 4);
    long nanos = System.nanoTime() - begin;
    processor = processorNanos() - processor;
    hits = database.stats().blockCacheHits() - hits;
    misses = database.stats().blockCacheMisses() - misses;
    double measured = reads - reads / 4;
    System.out.printf(
        Locale.ROOT,
        "%s%f %f %f %d %d %d%n",
        MARK,
        processor / measured / 1e3,
        nanos / measured / 1e3,
        100.0 * hits / (hits + misses),
        pauses.sum(),
        pauseMillis.sum(),
        longestMillis.get());
  }

  private void read(Region region, ZipfRanks popular, long reads) throws IOException {
    for (long i = 0; i < reads; i++) {
      byte[] row = Rows.key(popular.next());
      if (i % SCAN_EVERY == 0) {
        scan(region, row);
      } else {
        batch.clear();
        region.get(ScanSpec.get(row).build(), batch);
      }
    }
  }

  private void scan(Region region, byte[] start) throws IOException {
    try (RegionScanner scanner = region.scan(ScanSpec.builder().startRow(start, true).build())) {
      for (int i = 0; i < SCAN_ROWS; i++) {
        batch.clear();
        if (scanner.next(batch, Integer.MAX_VALUE, Long.MAX_VALUE) == Progress.EXHAUSTED) {
          return;
        }
      }
    }
  }

  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void listen() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, none) -> {
                long millis =
                    GarbageCollectionNotificationInfo.from(
                            (CompositeData) notification.getUserData())
                        .getGcInfo()
                        .getDuration();
                pauses.increment();
                pauseMillis.add(millis);
                longestMillis.accumulate(millis);
              },
              null,
              null);
    }
  }
}
