package io.rowandb.engine.compaction;

/**
 * The {@link CompactionSettings} that differ at off-peak hours.
 *
 * @param hours when
 * @param ratio hbase.hstore.compaction.ratio.offpeak, in place of the ratio
 * @param maxBytes hbase.hstore.compaction.max.size.offpeak, in place of the largest size
 */
public record OffPeakSettings(OffPeakHours hours, double ratio, long maxBytes) {
  /** HBase's ratio for these hours. */
  public static final double RATIO = 5;

  /** At no time. */
  public static final OffPeakSettings NEVER =
      new OffPeakSettings(OffPeakHours.NEVER, RATIO, Long.MAX_VALUE);
}
