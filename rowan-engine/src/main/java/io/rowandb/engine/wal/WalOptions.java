package io.rowandb.engine.wal;

/**
 * The log's settings.
 *
 * @param segmentBytes a segment this long is followed by a new one;
 *     hbase.regionserver.hlog.blocksize times its multiplier in HBase, 128 MB
 */
public record WalOptions(long segmentBytes) {
  /** Refuses a size that leaves no room for entries. */
  public WalOptions {
    if (segmentBytes < 1) {
      throw new IllegalArgumentException("segmentBytes must be at least 1: " + segmentBytes);
    }
  }
}
