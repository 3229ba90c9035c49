package io.rowandb.engine.compaction;

/**
 * The numbers that control how the files of a family are merged, by HBase's keys.
 *
 * @param minFiles hbase.hstore.compaction.min
 * @param maxFiles hbase.hstore.compaction.max
 * @param ratio hbase.hstore.compaction.ratio
 * @param minBytes hbase.hstore.compaction.min.size
 * @param maxBytes hbase.hstore.compaction.max.size
 * @param blockingFiles hbase.hstore.blockingStoreFiles: with this many files something is merged
 *     even against the ratio
 * @param majorPeriodMillis hbase.hregion.majorcompaction; 0 for only on request
 * @param majorJitter hbase.hregion.majorcompaction.jitter
 * @param largeBytes hbase.regionserver.thread.compaction.throttle: a compaction of more than that
 *     is a large one
 * @param offPeak the settings that differ at off-peak hours
 */
public record CompactionSettings(
    int minFiles,
    int maxFiles,
    double ratio,
    long minBytes,
    long maxBytes,
    int blockingFiles,
    long majorPeriodMillis,
    double majorJitter,
    long largeBytes,
    OffPeakSettings offPeak) {
  /** The settings that hold at the hours of {@link #offPeak}. */
  CompactionSettings atOffPeak() {
    return new CompactionSettings(
        minFiles,
        maxFiles,
        offPeak.ratio(),
        minBytes,
        offPeak.maxBytes(),
        blockingFiles,
        majorPeriodMillis,
        majorJitter,
        largeBytes,
        offPeak);
  }

  /**
   * How much a store with so many files needs compactions, as HBase counts it: nothing up to the
   * number at which they begin, 1 where flushes have to wait, more beyond.
   */
  public double pressure(int files) {
    return files <= minFiles ? 0 : (double) (files - minFiles) / (blockingFiles - minFiles);
  }
}
