package io.rowandb.engine.wal;

/**
 * The log's settings.
 *
 * @param segmentBytes a segment this long is followed by a new one;
 *     hbase.regionserver.hlog.blocksize times its multiplier in HBase, 128 MB
 * @param identities the seed of the identities of its segments: drawn whenever a log is opened
 * @param maxUnforcedMillis when written entries have waited this long to be forced, the writer
 *     forces them: the thread that should have done so has died; 0 if there is no such thread
 * @param keepsOldSegments whether segments that are found at opening but were noted as no longer
 *     needed stay: they may have been given up while they were missing
 */
public record WalOptions(
    long segmentBytes, long identities, long maxUnforcedMillis, boolean keepsOldSegments) {
  /** No disk is larger, and sums of some of them do not overflow. */
  public static final long MAX_SEGMENT_BYTES = 1L << 50;

  /** Checks the size. */
  public WalOptions {
    if (segmentBytes < 1 || segmentBytes > MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "segmentBytes must be 1 to " + MAX_SEGMENT_BYTES + ": " + segmentBytes);
    }
  }
}
