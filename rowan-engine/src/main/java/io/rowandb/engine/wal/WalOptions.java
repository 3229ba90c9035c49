package io.rowandb.engine.wal;

/**
 * The log's settings.
 *
 * @param segmentBytes a segment this long is followed by a new one;
 *     hbase.regionserver.hlog.blocksize times its multiplier in HBase, 128 MB
 * @param identities what the identities of its segments follow from: drawn anew whenever a log is
 *     opened
 * @param maxUnforcedMillis when what is written waits for so long to be forced, who writes forces
 *     it: whoever should have done so in time does not live any more; 0 when nobody should
 * @param keepsOldSegments whether segments that are there when it is opened, and that were not
 *     needed any more before, stay: somebody may have given them up when they were missing
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
