package io.rowandb.client.store;

import io.rowandb.client.conf.CheckedKeys;
import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.settings.DatabaseOptions;
import java.util.stream.Stream;

/**
 * Reads from HBase's keys how much compactions may write per second, when they may write more, and
 * how many threads they use. The engine reads the settings of single families.
 */
final class CompactionKeys {
  private static final String CONTROLLER = "hbase.regionserver.throughput.controller";
  private static final String PACKAGE = "org.apache.hadoop.hbase.regionserver.throttle.";
  private static final String FORMER_PACKAGE = "org.apache.hadoop.hbase.regionserver.compactions.";
  private static final String NO_LIMIT = PACKAGE + "NoLimitThroughputController";
  private static final String PRESSURE_AWARE =
      PACKAGE + "PressureAwareCompactionThroughputController";

  private static final String THROUGHPUT = "hbase.hstore.compaction.throughput.";
  private static final String LOWER = THROUGHPUT + "lower.bound";
  private static final String HIGHER = THROUGHPUT + "higher.bound";
  private static final String OFF_PEAK = THROUGHPUT + "offpeak";
  private static final String PERIOD = THROUGHPUT + "tune.period";

  private static final int LAST_HOUR = 23;

  private static final String THREADS = "hbase.regionserver.thread.compaction.";

  /** More would only wait for each other. */
  private static final int MAX_THREADS = 1_000;

  private CompactionKeys() {}

  static void read(CheckedKeys keys, DatabaseOptions.Builder options) {
    threads(keys, options);
    options.compactionThroughput(isBounded(keys) ? bounds(keys) : CompactionThroughput.UNBOUNDED);
    options.offPeakHours(
        hour(keys, "hbase.offpeak.start.hour"), hour(keys, "hbase.offpeak.end.hour"));
  }

  /** See {@link ThreadOptions#background}. */
  private static void threads(CheckedKeys keys, DatabaseOptions.Builder options) {
    options.backgroundThreads(1 + (int) keys.number(THREADS + "small", 1, MAX_THREADS, 1));
    long large = keys.number(THREADS + "large", Integer.MIN_VALUE, MAX_THREADS, 1);
    options.largeCompactionThreads((int) Math.max(1, large)); // as in HBase
  }

  /**
   * Whether a limit was configured. HBase always has one: it keeps a cluster's disks and network
   * free for others. A program that has the store to itself waits for its own compactions.
   */
  private static boolean isBounded(CheckedKeys keys) {
    return switch (keys.text(CONTROLLER).replace(FORMER_PACKAGE, PACKAGE)) {
      case "" -> Stream.of(LOWER, HIGHER, OFF_PEAK).anyMatch(keys::isChosen);
      case PRESSURE_AWARE -> true;
      case NO_LIMIT -> false;
      default -> throw keys.refused(CONTROLLER, PRESSURE_AWARE + " or " + NO_LIMIT);
    };
  }

  private static CompactionThroughput bounds(CheckedKeys keys) {
    CompactionThroughput absent = CompactionThroughput.HBASES;
    return new CompactionThroughput(
        keys.bytes(LOWER, 1, absent.lowerBytesPerSecond()),
        keys.bytes(HIGHER, 1, absent.higherBytesPerSecond()),
        keys.bytes(OFF_PEAK, 1, absent.offPeakBytesPerSecond()),
        keys.number(PERIOD, 1, Integer.MAX_VALUE, absent.tunePeriodMillis()));
  }

  private static int hour(CheckedKeys keys, String key) {
    return (int) keys.number(key, OffPeakHours.UNSET, LAST_HOUR, OffPeakHours.UNSET);
  }
}
