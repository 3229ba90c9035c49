package io.rowandb.engine.compaction;

import java.util.concurrent.TimeUnit;

/**
 * The numbers of {@link DateTieredCompactionPolicy}, by HBase's keys, which begin with
 * hbase.hstore.compaction.date.tiered.
 *
 * @param maxFileAgeMillis max.storefile.age.millis: files of windows that end before are left alone
 * @param incomingMinFiles incoming.window.min: minimum number of files to merge in the current
 *     window, at least 2
 * @param singleOutput single.output.for.minor.compaction: whether an automatic compaction writes
 *     one file even if it reaches back into older windows
 * @param baseWindowMillis base.window.millis: length of the newest window, at least 1
 * @param windowsPerTier windows.per.tier: how many windows of one length there are before they get
 *     this many times longer, at least 1
 * @param maxTierAgeMillis max.tier.age.millis: windows older than this do not get longer
 */
public record DateTieredSettings(
    long maxFileAgeMillis,
    int incomingMinFiles,
    boolean singleOutput,
    long baseWindowMillis,
    int windowsPerTier,
    long maxTierAgeMillis) {
  /** HBase's defaults. */
  public static final DateTieredSettings DEFAULT =
      new DateTieredSettings(
          Long.MAX_VALUE, 6, true, TimeUnit.HOURS.toMillis(6), 4, Long.MAX_VALUE);

  /** Checks the numbers. */
  public DateTieredSettings {
    if (incomingMinFiles < 2) {
      throw new IllegalArgumentException(
          "Least files of the incoming window must be at least 2: " + incomingMinFiles);
    }
    if (baseWindowMillis < 1) {
      throw new IllegalArgumentException(
          "Length of a window must be at least 1 ms: " + baseWindowMillis);
    }
    if (windowsPerTier < 1) {
      throw new IllegalArgumentException(
          "Windows of one length must be at least 1: " + windowsPerTier);
    }
  }
}
