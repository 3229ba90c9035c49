package io.rowandb.engine.settings;

import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.compaction.ExploringCompactionPolicy;
import io.rowandb.engine.compaction.OffPeakHours;
import java.util.Objects;
import java.util.function.Function;

/**
 * Which files of a store are merged, when and how fast, unless a family or table says otherwise.
 * Immutable. Where a description ends with a value, that is the default.
 *
 * @param minFiles hbase.hstore.compaction.min: files that start a minor compaction; 3
 * @param maxFiles hbase.hstore.compaction.max: maximum number of files of one compaction; 10
 * @param ratio hbase.hstore.compaction.ratio: a file may be this many times the others together;
 *     1.2
 * @param minBytes hbase.hstore.compaction.min.size: below this sum of sizes the ratio does not
 *     matter; 128 MB
 * @param maxBytes hbase.hstore.compaction.max.size: larger files stay out of minor compactions; no
 *     bound
 * @param majorPeriodMillis hbase.hregion.majorcompaction: all files of a store are rewritten about
 *     this often; 7 days; 0 for only on request
 * @param majorJitter hbase.hregion.majorcompaction.jitter: share of the period by which stores
 *     differ; 0.5
 * @param policy hbase.hstore.defaultengine.compactionpolicy.class: creates the policy that chooses
 *     the files to merge; {@link ExploringCompactionPolicy}
 * @param blockingStoreFiles hbase.hstore.blockingStoreFiles: flushes of a store with more files
 *     wait for a compaction; 16
 * @param blockingFilesWaitMillis hbase.hstore.blockingWaitTime: the longest of those waits; 90 s
 * @param throughput how much background compactions may write in a second; no bound
 * @param offPeakHours hbase.offpeak.start.hour and .end.hour: when the rate may be higher and more
 *     files are merged; never
 */
public record CompactionOptions(
    int minFiles,
    int maxFiles,
    double ratio,
    long minBytes,
    long maxBytes,
    long majorPeriodMillis,
    double majorJitter,
    Function<CompactionSettings, CompactionPolicy> policy,
    int blockingStoreFiles,
    long blockingFilesWaitMillis,
    CompactionThroughput throughput,
    OffPeakHours offPeakHours) {
  /** Checks every number. */
  public CompactionOptions {
    NumberRules.atLeast(2, minFiles, "compactionMinFiles");
    NumberRules.atLeast(minFiles, maxFiles, "compactionMaxFiles");
    NumberRules.between(0, Double.MAX_VALUE, ratio, "compactionRatio");
    NumberRules.atLeast(0, minBytes, "compactionMinBytes");
    NumberRules.atLeast(1, maxBytes, "compactionMaxBytes");
    NumberRules.atLeast(0, majorPeriodMillis, "majorCompactionPeriodMillis");
    NumberRules.between(0, 1, majorJitter, "majorCompactionJitter");
    Objects.requireNonNull(policy, "compactionPolicy");
    NumberRules.atLeast(1, blockingStoreFiles, "blockingStoreFiles");
    NumberRules.atLeast(0, blockingFilesWaitMillis, "blockingFilesWaitMillis");
    Objects.requireNonNull(throughput, "compactionThroughput");
    Objects.requireNonNull(offPeakHours, "offPeakHours");
  }
}
