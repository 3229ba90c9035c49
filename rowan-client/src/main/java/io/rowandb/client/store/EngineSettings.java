package io.rowandb.client.store;

import io.rowandb.client.conf.CheckedKeys;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import io.rowandb.engine.wal.WalOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the engine's settings from HBase's keys. A key that is not set keeps the engine's default,
 * which is HBase's; shares of the heap become bytes. {@link CheckedKeys} refuses an invalid value,
 * even where HBase would use its default instead.
 */
public final class EngineSettings {
  /** Keys that families and tables may set for themselves, and the engine reads as they are. */
  private static final String FAMILY_KEYS =
      "^(hbase\\.hstore\\.(engine\\.class|defaultengine\\.compactionpolicy\\.class"
          + "|compaction\\.date\\.tiered\\..+)"
          + "|hbase\\.hstore\\.compaction\\.(ratio|max\\.size)\\.offpeak"
          + "|hbase\\.storescanner\\.(pread\\.max\\.bytes|use\\.pread)"
          + "|hbase\\.regionserver\\.thread\\.compaction\\.throttle"
          + "|rowan\\.compaction\\.(growth(\\.free)?|hidden\\.cells)"
          + "|hbase\\.table\\.max\\.rowsize"
          + "|hbase\\.hstore\\.time\\.to\\.purge\\.deletes"
          + "|hbase\\.store\\.delete\\.expired\\.storefile"
          + "|hbase\\.regionserver\\.flush\\.policy"
          + "|hbase\\.hregion\\.percolumnfamilyflush\\.size\\.lower\\.bound\\.min)$";

  /** All memstores may take at most this share, and with the block cache too: HBase's rule. */
  private static final double MAX_HEAP_SHARE = 0.8;

  /** HBase says more than 0; of less than a thousandth no setting would work. */
  private static final double MIN_SHARE = 0.001;

  private static final double MEMSTORE_SHARE = 0.4;
  private static final String MEMSTORE_KEY = "hbase.regionserver.global.memstore.size";
  private static final String FORMER_MEMSTORE_KEY = "hbase.regionserver.global.memstore.upperLimit";
  private static final String LOWER_LIMIT_KEY =
      "hbase.regionserver.global.memstore.size.lower.limit";
  private static final String FORMER_LOWER_LIMIT_KEY =
      "hbase.regionserver.global.memstore.lowerLimit";

  /** HBase's default where blocks of the file system have 128 MB. */
  private static final long LOG_BLOCK_BYTES = 256L << 20;

  private static final String LOG_BLOCK_KEY = "hbase.regionserver.hlog.blocksize";
  private static final String LOG_MULTIPLIER_KEY = "hbase.regionserver.logroll.multiplier";
  private static final String MAX_LOGS_KEY = "hbase.regionserver.maxlogs";

  private EngineSettings() {}

  /**
   * The settings for the store that {@code conf} names; a caller that opens the store itself may
   * also set a clock or a file system, and passes it to {@link SharedStore#share}.
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
    StoreKeys masterKeys = StoreKeys.of(conf);
    options.fileSystem(
        location.inMemory() ? new MemoryFileSystem(masterKeys) : StoreDisk.of(conf, masterKeys));
    CheckedKeys keys = new CheckedKeys(conf);
    memory(keys, options);
    options.blockCache(BlockCacheKeys.read(conf, options.blockCache()));
    options.files(StoreFileKeys.read(conf, options.files()));
    limits(keys, options);
    log(keys, options);
    compaction(keys, options);
    CompactionKeys.read(keys, options);
    options.familyDefaults(familyDefaults(conf));
    options.splits(splits(keys));
    keys.count("rowan.background.threads", 0, options::backgroundThreads);
    return options;
  }

  private static void memory(CheckedKeys keys, DatabaseOptions.Builder options) {
    keys.bytes("hbase.hregion.memstore.flush.size", 1, options::flushBytes);
    globalMemory(keys, options);
    keys.share("hbase.hregion.memstore.chunkpool.maxsize", 0, 1, options::chunkPoolShare);
    if (!keys.flag("hbase.hregion.memstore.mslab.enabled", true)) {
      options.chunkPoolShare(0); // as in HBase; cells are in chunks all the same
    }
    keys.count("hbase.hregion.memstore.block.multiplier", 1, options::blockingMultiplier);
    keys.count("hbase.hstore.flusher.count", 1, options::flushThreads);
    keys.number(
        "hbase.regionserver.optionalcacheflushinterval",
        Long.MIN_VALUE,
        millis -> options.memStoreMaxAgeMillis(Math.max(0, millis)));
  }

  /** The bound of all memstores, by HBase's present keys or the ones that they replaced. */
  private static void globalMemory(CheckedKeys keys, DatabaseOptions.Builder options) {
    String key = keys.isSet(MEMSTORE_KEY) ? MEMSTORE_KEY : FORMER_MEMSTORE_KEY;
    double share = keys.share(key, MIN_SHARE, MAX_HEAP_SHARE, MEMSTORE_SHARE);
    if (keys.isSet(key)) {
      options.globalMemStoreBytes(DatabaseOptions.ofHeap(share));
    }
    double cache = BlockCacheKeys.heapShare(keys);
    if (share + cache > MAX_HEAP_SHARE + 0.001) {
      throw new IllegalArgumentException(
          key
              + " and "
              + BlockCacheKeys.SIZE_KEY
              + " must be at most "
              + MAX_HEAP_SHARE
              + " together, so that heap is left for everything else: "
              + share
              + " and "
              + cache);
    }
    // The former key was a share of the heap as well, not of the bound.
    keys.share(
        FORMER_LOWER_LIMIT_KEY,
        0,
        1,
        heapShare -> options.globalMemStoreLowerLimit(Math.min(1, heapShare / share)));
    keys.share(LOWER_LIMIT_KEY, 0, 1, options::globalMemStoreLowerLimit);
  }

  private static void limits(CheckedKeys keys, DatabaseOptions.Builder options) {
    keys.number(
        "hbase.server.keyvalue.maxsize",
        Long.MIN_VALUE,
        bytes -> options.maxCellBytes((int) Math.min(Integer.MAX_VALUE, Math.max(0, bytes))));
    options.tableChecks(keys.flag("hbase.table.sanity.checks", true));
    keys.number("hbase.busy.wait.duration", 1, options::busyWaitMillis);
    keys.number(
        "hbase.rowlock.wait.duration",
        Long.MIN_VALUE,
        millis -> options.rowLockWaitMillis(Math.max(1, millis)));
    keys.number("hbase.hregion.keyvalue.timestamp.slop.millisecs", 0, options::timestampSlopMillis);
  }

  private static void log(CheckedKeys keys, DatabaseOptions.Builder options) {
    options.alwaysForce(keys.flag("hbase.wal.hsync", false));
    long segmentBytes = logSegmentBytes(keys);
    options.logSegmentBytes(segmentBytes);
    keys.count(
        MAX_LOGS_KEY,
        1,
        logs -> options.maxLogBytes((long) Math.min(Long.MAX_VALUE, (double) logs * segmentBytes)));
  }

  /** A part of what HBase takes for a block of the file system, which is none of ours. */
  private static long logSegmentBytes(CheckedKeys keys) {
    long blockBytes = keys.bytes(LOG_BLOCK_KEY, 1, LOG_BLOCK_BYTES);
    double multiplier = keys.share(LOG_MULTIPLIER_KEY, MIN_SHARE, Double.MAX_VALUE, 0.5);
    double bytes = blockBytes * multiplier;
    if (!(bytes >= 1 && bytes <= WalOptions.MAX_SEGMENT_BYTES)) {
      throw new IllegalArgumentException(
          LOG_BLOCK_KEY
              + " times "
              + LOG_MULTIPLIER_KEY
              + " must be 1 to "
              + WalOptions.MAX_SEGMENT_BYTES
              + " bytes: "
              + blockBytes
              + " times "
              + multiplier);
    }
    return (long) bytes;
  }

  private static void compaction(CheckedKeys keys, DatabaseOptions.Builder options) {
    compactedFiles(keys, options);
    keys.share("hbase.hstore.compaction.ratio", 0, Double.MAX_VALUE, options::compactionRatio);
    keys.bytes("hbase.hstore.compaction.min.size", 0, options::compactionMinBytes);
    keys.bytes("hbase.hstore.compaction.max.size", 1, options::compactionMaxBytes);
    keys.number(
        "hbase.hregion.majorcompaction",
        Long.MIN_VALUE,
        millis -> options.majorCompactionPeriodMillis(Math.max(0, millis)));
    keys.share("hbase.hregion.majorcompaction.jitter", 0, 1, options::majorCompactionJitter);
    keys.count("hbase.hstore.blockingStoreFiles", 1, options::blockingStoreFiles);
    keys.number("hbase.hstore.blockingWaitTime", 0, options::blockingFilesWaitMillis);
  }

  /** How many files one compaction takes; like HBase, never one alone. */
  private static void compactedFiles(CheckedKeys keys, DatabaseOptions.Builder options) {
    String minKey =
        Stream.of("hbase.hstore.compaction.min", "hbase.hstore.compactionThreshold")
            .filter(keys::isSet)
            .findFirst()
            .orElse("hbase.hstore.compaction.min");
    String maxKey = "hbase.hstore.compaction.max";
    long min = Math.max(2, keys.number(minKey, Integer.MIN_VALUE, Integer.MAX_VALUE, 3));
    long max = Math.max(2, keys.number(maxKey, Integer.MIN_VALUE, Integer.MAX_VALUE, 10));
    if (max < min) {
      String rule = "at least " + minKey + ", which is " + min;
      throw keys.isSet(maxKey)
          ? keys.refused(maxKey, rule)
          : new IllegalArgumentException(maxKey + " is " + max + ", must be " + rule);
    }
    options.compactionMinFiles((int) min).compactionMaxFiles((int) max);
  }

  /** When regions are split without being asked for. */
  private static SplitSettings splits(CheckedKeys keys) {
    SplitSettings hbases = SplitSettings.DEFAULT;
    return new SplitSettings(
        splitPolicy(keys, hbases),
        positive(keys, "hbase.hregion.max.filesize", hbases.maxFileBytes()),
        keys.share("hbase.hregion.max.filesize.jitter", 0, 1, hbases.maxFileJitter()),
        positive(keys, "hbase.increasing.policy.initial.size", hbases.initialBytes()),
        keys.flag("hbase.hregion.split.overallfiles", hbases.allFamilies()),
        (int)
            Math.max(
                0,
                keys.number(
                    "hbase.regionserver.regionSplitLimit",
                    Integer.MIN_VALUE,
                    Integer.MAX_VALUE,
                    hbases.maxRegions())));
  }

  private static String splitPolicy(CheckedKeys keys, SplitSettings hbases) {
    String key = "hbase.regionserver.region.split.policy";
    try {
      return keys.isSet(key) ? hbases.withPolicy(keys.text(key)).policy() : hbases.policy();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  /**
   * A number of bytes; one that is not positive stands for none. So it does in HBase for the first
   * size of a growing limit; a largest size of 0 would have HBase split whatever has a file.
   */
  private static long positive(CheckedKeys keys, String key, long absent) {
    long bytes = keys.bytes(key, Long.MIN_VALUE, absent);
    return bytes > 0 ? bytes : absent;
  }

  private static Map<String, String> familyDefaults(Configuration conf) {
    Map<String, String> set = new HashMap<>(conf.getValByRegex(FAMILY_KEYS));
    set.values().removeIf(String::isBlank);
    return set;
  }
}
