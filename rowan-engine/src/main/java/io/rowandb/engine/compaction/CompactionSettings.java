package io.rowandb.engine.compaction;

/**
 * The numbers of {@link RatioCompactionPolicy}, by HBase's keys.
 *
 * @param minFiles hbase.hstore.compaction.min
 * @param maxFiles hbase.hstore.compaction.max
 * @param ratio hbase.hstore.compaction.ratio
 * @param minBytes hbase.hstore.compaction.min.size
 * @param maxBytes hbase.hstore.compaction.max.size
 * @param blockingFiles hbase.hstore.blockingStoreFiles: with so many files something is merged even
 *     out of ratio
 * @param majorPeriodMillis hbase.hregion.majorcompaction; 0 for only on request
 * @param majorJitter hbase.hregion.majorcompaction.jitter
 */
public record CompactionSettings(
    int minFiles,
    int maxFiles,
    double ratio,
    long minBytes,
    long maxBytes,
    int blockingFiles,
    long majorPeriodMillis,
    double majorJitter) {}
