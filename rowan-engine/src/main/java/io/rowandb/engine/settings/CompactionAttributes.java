package io.rowandb.engine.settings;

import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionRules;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.DateTieredCompactionPolicy;
import io.rowandb.engine.compaction.DateTieredSettings;
import io.rowandb.engine.compaction.ExploringCompactionPolicy;
import io.rowandb.engine.compaction.GrowthLimit;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.compaction.OffPeakSettings;
import io.rowandb.engine.compaction.RatioBasedCompactionPolicy;
import io.rowandb.engine.region.RefusedException;

/**
 * How the files of a family are merged, by HBase's keys: the family's own value overrides the
 * table's, and the table's overrides the database's.
 */
final class CompactionAttributes {
  private static final String ENGINE = "hbase.hstore.engine.class";
  private static final String DROPS_EXPIRED = "hbase.store.delete.expired.storefile";
  private static final String GROWTH = "rowan.compaction.growth";
  private static final String GROWTH_FREE = "rowan.compaction.growth.free";
  private static final String HIDDEN_CELLS = "rowan.compaction.hidden.cells";
  private static final String POLICY = "hbase.hstore.defaultengine.compactionpolicy.class";
  private static final String LARGE = "hbase.regionserver.thread.compaction.throttle";
  private static final String PACKAGE = "org.apache.hadoop.hbase.regionserver.";

  private static final String POLICIES = PACKAGE + "compactions.";

  private final DatabaseOptions options;
  private final FamilyKeys keys;

  private CompactionAttributes(DatabaseOptions options, FamilyKeys keys) {
    this.options = options;
    this.keys = keys;
  }

  /** Reads it; BAD_REQUEST names the key and the rule that its value breaks. */
  static CompactionRules read(DatabaseOptions options, FamilyKeys keys) throws RefusedException {
    CompactionAttributes a = new CompactionAttributes(options, keys);
    CompactionSettings settings = a.settings();
    GrowthLimit growth =
        new GrowthLimit(
            keys.share(GROWTH, Double.MAX_VALUE, GrowthLimit.DEFAULT.multiple()),
            keys.atLeast(0, GROWTH_FREE, GrowthLimit.DEFAULT.freeBytes()));
    return new CompactionRules(
        settings,
        a.policy(settings),
        keys.flag(DROPS_EXPIRED, true),
        growth,
        keys.atLeast(0, HIDDEN_CELLS, 0));
  }

  private CompactionPolicy policy(CompactionSettings settings) throws RefusedException {
    String engine = keys.value(ENGINE);
    return switch (engine == null ? PACKAGE + "DefaultStoreEngine" : engine) {
      case PACKAGE + "DefaultStoreEngine" -> defaultPolicy(settings);
      case PACKAGE + "DateTieredStoreEngine" -> new DateTieredCompactionPolicy(settings, tiers());
      default ->
          throw keys.bad(
              ENGINE,
              engine,
              PACKAGE + "DefaultStoreEngine or " + PACKAGE + "DateTieredStoreEngine");
    };
  }

  private CompactionPolicy defaultPolicy(CompactionSettings settings) throws RefusedException {
    String policy = keys.value(POLICY);
    return switch (policy == null ? "" : policy) {
      case "" -> options.compaction().policy().apply(settings);
      case POLICIES + "ExploringCompactionPolicy" -> new ExploringCompactionPolicy(settings);
      case POLICIES + "RatioBasedCompactionPolicy" -> new RatioBasedCompactionPolicy(settings);
      default ->
          throw keys.bad(
              POLICY,
              policy,
              POLICIES + "ExploringCompactionPolicy or " + POLICIES + "RatioBasedCompactionPolicy");
    };
  }

  private CompactionSettings settings() throws RefusedException {
    int formerMin =
        keys.count(0, "hbase.hstore.compactionThreshold", options.compaction().minFiles());
    // Of one file nothing would come of merging.
    int maxFiles =
        Math.max(2, keys.count(0, "hbase.hstore.compaction.max", options.compaction().maxFiles()));
    return new CompactionSettings(
        Math.max(2, keys.count(0, "hbase.hstore.compaction.min", formerMin)),
        maxFiles,
        keys.share("hbase.hstore.compaction.ratio", Double.MAX_VALUE, options.compaction().ratio()),
        keys.atLeast(0, "hbase.hstore.compaction.min.size", options.compaction().minBytes()),
        keys.atLeast(0, "hbase.hstore.compaction.max.size", options.compaction().maxBytes()),
        keys.count(1, "hbase.hstore.blockingStoreFiles", options.compaction().blockingStoreFiles()),
        keys.atLeast(0, "hbase.hregion.majorcompaction", options.compaction().majorPeriodMillis()),
        keys.share("hbase.hregion.majorcompaction.jitter", 1, options.compaction().majorJitter()),
        largeBytes(maxFiles),
        offPeak());
  }

  private long largeBytes(int maxFiles) throws RefusedException {
    double absent = 2.0 * maxFiles * keys.flushBytes();
    return keys.atLeast(0, LARGE, (long) absent);
  }

  private OffPeakSettings offPeak() throws RefusedException {
    long maxBytes =
        keys.atLeast(0, "hbase.hstore.compaction.max.size", options.compaction().maxBytes());
    return new OffPeakSettings(
        offPeakHours(),
        keys.share(
            "hbase.hstore.compaction.ratio.offpeak", Double.MAX_VALUE, OffPeakSettings.RATIO),
        keys.atLeast(0, "hbase.hstore.compaction.max.size.offpeak", maxBytes));
  }

  private OffPeakHours offPeakHours() throws RefusedException {
    int start =
        keys.count(
            OffPeakHours.UNSET,
            "hbase.offpeak.start.hour",
            options.compaction().offPeakHours().startHour());
    int end =
        keys.count(
            OffPeakHours.UNSET,
            "hbase.offpeak.end.hour",
            options.compaction().offPeakHours().endHour());
    try {
      return OffPeakHours.of(start, end, options.clock());
    } catch (IllegalArgumentException e) {
      throw keys.bad(e.getMessage());
    }
  }

  private DateTieredSettings tiers() throws RefusedException {
    DateTieredSettings absent = DateTieredSettings.DEFAULT;
    long maxFileAgeMillis =
        keys.atLeast(
            0,
            "hbase.hstore.compaction.date.tiered.max.storefile.age.millis",
            absent.maxFileAgeMillis());
    return new DateTieredSettings(
        maxFileAgeMillis,
        keys.count(
            2,
            "hbase.hstore.compaction.date.tiered.incoming.window.min",
            absent.incomingMinFiles()),
        keys.flag(
            "hbase.hstore.compaction.date.tiered.single.output.for.minor.compaction",
            absent.singleOutput()),
        keys.atLeast(
            1, "hbase.hstore.compaction.date.tiered.base.window.millis", absent.baseWindowMillis()),
        keys.count(
            1, "hbase.hstore.compaction.date.tiered.windows.per.tier", absent.windowsPerTier()),
        keys.atLeast(
            0, "hbase.hstore.compaction.date.tiered.max.tier.age.millis", maxFileAgeMillis));
  }
}
