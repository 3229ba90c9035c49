package io.rowandb.engine.split;

import java.util.Objects;

/**
 * The default split settings of all tables; a table overrides them with attributes of the same
 * names.
 *
 * @param policy hbase.regionserver.region.split.policy, for a table SPLIT_POLICY: the class of
 *     HBase that says when a region is split; SteppingSplitPolicy
 * @param maxFileBytes hbase.hregion.max.filesize, for a table MAX_FILESIZE: a region with a larger
 *     family is split under every policy that splits at all; 10 GB
 * @param maxFileJitter hbase.hregion.max.filesize.jitter: share of that size by which regions vary,
 *     half of it up and half of it down; 0.25
 * @param initialBytes hbase.increasing.policy.initial.size: the size from which the policies that
 *     begin small count; 0 for twice the size at which regions are flushed
 * @param allFamilies hbase.hregion.split.overallfiles: whether sizes are those of all families
 *     together instead of the largest alone; false
 * @param maxRegions hbase.regionserver.regionSplitLimit: with this many regions none is split
 *     automatically; 1000
 */
public record SplitSettings(
    String policy,
    long maxFileBytes,
    double maxFileJitter,
    long initialBytes,
    boolean allFamilies,
    int maxRegions) {
  /** HBase's defaults. */
  public static final SplitSettings DEFAULT =
      new SplitSettings(SplitPolicy.STEPPING.className(), 10L << 30, 0.25, 0, false, 1000);

  /** Checks every value. */
  public SplitSettings {
    Objects.requireNonNull(policy, "policy");
    if (SplitPolicy.named(policy) == null) {
      throw new IllegalArgumentException(SplitPolicy.unknown(policy));
    }
    if (maxFileBytes < 1) {
      throw new IllegalArgumentException("maxFileBytes must be at least 1: " + maxFileBytes);
    }
    if (!(maxFileJitter >= 0 && maxFileJitter <= 1)) {
      throw new IllegalArgumentException("maxFileJitter must be between 0 and 1: " + maxFileJitter);
    }
    if (initialBytes < 0) {
      throw new IllegalArgumentException("initialBytes must be at least 0: " + initialBytes);
    }
    if (maxRegions < 0) {
      throw new IllegalArgumentException("maxRegions must be at least 0: " + maxRegions);
    }
  }

  /** The same with another policy. */
  public SplitSettings withPolicy(String value) {
    return new SplitSettings(
        value, maxFileBytes, maxFileJitter, initialBytes, allFamilies, maxRegions);
  }

  /** The same with another largest size. */
  public SplitSettings withMaxFileBytes(long value) {
    return new SplitSettings(policy, value, maxFileJitter, initialBytes, allFamilies, maxRegions);
  }

  /** The same with another jitter. */
  public SplitSettings withMaxFileJitter(double value) {
    return new SplitSettings(policy, maxFileBytes, value, initialBytes, allFamilies, maxRegions);
  }

  /** The same with another first size. */
  public SplitSettings withInitialBytes(long value) {
    return new SplitSettings(policy, maxFileBytes, maxFileJitter, value, allFamilies, maxRegions);
  }

  /** The same with another limit of regions. */
  public SplitSettings withMaxRegions(int value) {
    return new SplitSettings(policy, maxFileBytes, maxFileJitter, initialBytes, allFamilies, value);
  }
}
