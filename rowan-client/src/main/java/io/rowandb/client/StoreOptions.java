package io.rowandb.client;

import io.rowandb.engine.DatabaseOptions;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.apache.hadoop.conf.Configuration;

/**
 * The engine's settings from HBase's keys (D13). A key that is not set leaves the engine's default,
 * which is HBase's; shares of the heap become bytes.
 */
public final class StoreOptions {
  /** Keys that families and tables may set for themselves, and the engine reads as they are. */
  private static final String FAMILY_KEYS =
      "hbase\\.hstore\\.(engine\\.class|compaction\\.date\\.tiered\\..+)"
          + "|hbase\\.regionserver\\.flush\\.policy"
          + "|hbase\\.hregion\\.percolumnfamilyflush\\.size\\.lower\\.bound\\.min";

  private StoreOptions() {}

  /**
   * The settings for the store that {@code conf} names; whoever opens it himself may set a clock or
   * a file system too, and hands it to {@link SharedStore#share}.
   *
   * @throws IllegalArgumentException when the configuration names no path
   */
  public static DatabaseOptions.Builder of(Configuration conf) throws IOException {
    return of(StoreLocation.of(conf), conf);
  }

  /** The settings for the store at {@code location}. */
  static DatabaseOptions.Builder of(StoreLocation location, Configuration conf) {
    DatabaseOptions.Builder options =
        DatabaseOptions.builder(location.directory()).clock(new EnvironmentClock());
    if (location.inMemory()) {
      options.fileSystem(new MemoryFileSystem());
    }
    memory(conf, options);
    options.files(StoreFileKeys.read(conf, options.files()));
    limits(conf, options);
    log(conf, options);
    compaction(conf, options);
    options.splits(splits(conf));
    number(conf, "rowan.background.threads", (int n) -> options.backgroundThreads(n));
    return options;
  }

  private static void memory(Configuration conf, DatabaseOptions.Builder options) {
    size(conf, "hbase.hregion.memstore.flush.size", options::flushBytes);
    share(
        conf,
        "hbase.regionserver.global.memstore.size",
        x -> options.globalMemStoreBytes(DatabaseOptions.ofHeap(x)));
    share(
        conf,
        "hbase.regionserver.global.memstore.size.lower.limit",
        options::globalMemStoreLowerLimit);
    share(conf, "hbase.hregion.memstore.chunkpool.maxsize", options::chunkPoolShare);
    if (!conf.getBoolean("hbase.hregion.memstore.mslab.enabled", true)) {
      options.chunkPoolShare(0); // as in HBase; cells are in chunks all the same
    }
    number(
        conf, "hbase.hregion.memstore.block.multiplier", (int n) -> options.blockingMultiplier(n));
    options.blockCache(BlockCacheKeys.read(conf, options.blockCache()));
    size(conf, "hbase.regionserver.optionalcacheflushinterval", options::memStoreMaxAgeMillis);
  }

  private static void limits(Configuration conf, DatabaseOptions.Builder options) {
    number(conf, "hbase.server.keyvalue.maxsize", (int n) -> options.maxCellBytes(n));
    options.tableChecks(conf.getBoolean("hbase.table.sanity.checks", true));
    size(conf, "hbase.busy.wait.duration", options::busyWaitMillis);
    size(conf, "hbase.rowlock.wait.duration", options::rowLockWaitMillis);
    size(conf, "hbase.hregion.keyvalue.timestamp.slop.millisecs", options::timestampSlopMillis);
  }

  private static void log(Configuration conf, DatabaseOptions.Builder options) {
    options.alwaysForce(conf.getBoolean("hbase.wal.hsync", false));
  }

  private static void compaction(Configuration conf, DatabaseOptions.Builder options) {
    number(conf, "hbase.hstore.compactionThreshold", (int n) -> options.compactionMinFiles(n));
    number(conf, "hbase.hstore.compaction.min", (int n) -> options.compactionMinFiles(n));
    number(conf, "hbase.hstore.compaction.max", (int n) -> options.compactionMaxFiles(n));
    share(conf, "hbase.hstore.compaction.ratio", options::compactionRatio);
    size(conf, "hbase.hstore.compaction.min.size", options::compactionMinBytes);
    size(conf, "hbase.hstore.compaction.max.size", options::compactionMaxBytes);
    size(conf, "hbase.hregion.majorcompaction", options::majorCompactionPeriodMillis);
    share(conf, "hbase.hregion.majorcompaction.jitter", options::majorCompactionJitter);
    options.familyDefaults(familyDefaults(conf));
    number(conf, "hbase.hstore.blockingStoreFiles", (int n) -> options.blockingStoreFiles(n));
    size(conf, "hbase.hstore.blockingWaitTime", options::blockingFilesWaitMillis);
  }

  /** When regions are split without being asked for. */
  private static SplitSettings splits(Configuration conf) {
    SplitSettings hbases = SplitSettings.DEFAULT;
    return new SplitSettings(
        conf.getTrimmed("hbase.regionserver.region.split.policy", hbases.policy()),
        positive(conf, "hbase.hregion.max.filesize", hbases.maxFileBytes()),
        conf.getDouble("hbase.hregion.max.filesize.jitter", hbases.maxFileJitter()),
        positive(conf, "hbase.increasing.policy.initial.size", hbases.initialBytes()),
        conf.getBoolean("hbase.hregion.split.overallfiles", hbases.allFamilies()),
        Math.max(0, conf.getInt("hbase.regionserver.regionSplitLimit", hbases.maxRegions())));
  }

  /**
   * A number of bytes; one that is not positive stands for none. So it does in HBase for the first
   * size of a growing limit; a largest size of 0 would have HBase split whatever has a file.
   */
  private static long positive(Configuration conf, String key, long absent) {
    long bytes = isSet(conf, key) ? conf.getLongBytes(key, absent) : absent;
    return bytes > 0 ? bytes : absent;
  }

  private static void size(Configuration conf, String key, LongConsumer setting) {
    if (isSet(conf, key)) {
      setting.accept(conf.getLongBytes(key, 0));
    }
  }

  private static void number(Configuration conf, String key, IntConsumer setting) {
    if (isSet(conf, key)) {
      setting.accept(conf.getInt(key, 0));
    }
  }

  private static void share(Configuration conf, String key, DoubleConsumer setting) {
    if (isSet(conf, key)) {
      setting.accept(conf.getDouble(key, 0));
    }
  }

  private static Map<String, String> familyDefaults(Configuration conf) {
    Map<String, String> set = new HashMap<>(conf.getValByRegex(FAMILY_KEYS));
    set.keySet().removeIf(key -> !isSet(conf, key));
    return set;
  }

  /** HBase's default file names some keys without a value. */
  private static boolean isSet(Configuration conf, String key) {
    return !conf.getTrimmed(key, "").isEmpty();
  }
}
