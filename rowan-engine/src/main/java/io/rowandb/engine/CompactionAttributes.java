package io.rowandb.engine;

import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionRules;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.DateTieredCompactionPolicy;
import io.rowandb.engine.compaction.DateTieredSettings;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.compaction.OffPeakSettings;
import io.rowandb.engine.region.RefusedException;
import java.util.Locale;
import java.util.function.Function;

/**
 * How the files of a family are merged, by HBase's keys: the family's own value goes before the
 * table's, and that before the database's.
 */
final class CompactionAttributes {
  private static final String ENGINE = "hbase.hstore.engine.class";
  private static final String PREFIX = "hbase.hstore.compaction.";
  private static final String TIERED = PREFIX + "date.tiered.";
  private static final String PACKAGE = "org.apache.hadoop.hbase.regionserver.";

  // Fixed at construction.
  private final DatabaseOptions options;
  private final TableDescriptor table;
  private final FamilyDescriptor family;

  private CompactionAttributes(
      DatabaseOptions options, TableDescriptor table, FamilyDescriptor family) {
    this.options = options;
    this.table = table;
    this.family = family;
  }

  /** Reads it; BAD_REQUEST names the key and the rule that its value breaks. */
  static CompactionRules read(
      DatabaseOptions options, TableDescriptor table, FamilyDescriptor family)
      throws RefusedException {
    CompactionAttributes a = new CompactionAttributes(options, table, family);
    CompactionSettings settings = a.settings();
    return new CompactionRules(settings, a.policy(settings));
  }

  private CompactionPolicy policy(CompactionSettings settings) throws RefusedException {
    String engine = value(ENGINE);
    return switch (engine == null ? PACKAGE + "DefaultStoreEngine" : engine) {
      case PACKAGE + "DefaultStoreEngine" -> options.compactionPolicy().apply(settings);
      case PACKAGE + "DateTieredStoreEngine" -> new DateTieredCompactionPolicy(settings, tiers());
      default ->
          throw bad(
              ENGINE,
              engine,
              PACKAGE + "DefaultStoreEngine or " + PACKAGE + "DateTieredStoreEngine");
    };
  }

  private CompactionSettings settings() throws RefusedException {
    int formerMin = count(0, "hbase.hstore.compactionThreshold", options.compactionMinFiles());
    return new CompactionSettings(
        Math.max(2, count(0, PREFIX + "min", formerMin)),
        // Of one file nothing would come of merging.
        Math.max(2, count(0, PREFIX + "max", options.compactionMaxFiles())),
        share(PREFIX + "ratio", Double.MAX_VALUE, options.compactionRatio()),
        atLeast(0, PREFIX + "min.size", options.compactionMinBytes()),
        atLeast(0, PREFIX + "max.size", options.compactionMaxBytes()),
        count(1, "hbase.hstore.blockingStoreFiles", options.blockingStoreFiles()),
        atLeast(0, "hbase.hregion.majorcompaction", options.majorCompactionPeriodMillis()),
        share("hbase.hregion.majorcompaction.jitter", 1, options.majorCompactionJitter()),
        offPeak());
  }

  private OffPeakSettings offPeak() throws RefusedException {
    long maxBytes = atLeast(0, PREFIX + "max.size", options.compactionMaxBytes());
    return new OffPeakSettings(
        offPeakHours(),
        share(PREFIX + "ratio.offpeak", Double.MAX_VALUE, OffPeakSettings.RATIO),
        atLeast(0, PREFIX + "max.size.offpeak", maxBytes));
  }

  private OffPeakHours offPeakHours() throws RefusedException {
    int start =
        count(OffPeakHours.UNSET, "hbase.offpeak.start.hour", options.offPeakHours().startHour());
    int end = count(OffPeakHours.UNSET, "hbase.offpeak.end.hour", options.offPeakHours().endHour());
    try {
      return OffPeakHours.of(start, end, options.clock());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusedException.Reason.BAD_REQUEST,
          "Column family " + family.name() + ": " + e.getMessage());
    }
  }

  private DateTieredSettings tiers() throws RefusedException {
    DateTieredSettings absent = DateTieredSettings.DEFAULT;
    long maxFileAgeMillis =
        atLeast(0, TIERED + "max.storefile.age.millis", absent.maxFileAgeMillis());
    return new DateTieredSettings(
        maxFileAgeMillis,
        count(2, TIERED + "incoming.window.min", absent.incomingMinFiles()),
        flag(TIERED + "single.output.for.minor.compaction", absent.singleOutput()),
        atLeast(1, TIERED + "base.window.millis", absent.baseWindowMillis()),
        count(1, TIERED + "windows.per.tier", absent.windowsPerTier()),
        atLeast(0, TIERED + "max.tier.age.millis", maxFileAgeMillis));
  }

  private String value(String key) {
    String own = family.configured(key);
    if (own == null) {
      own = table.attributes().get(key);
    }
    String value = own == null ? options.familyDefaults().get(key) : own;
    return value == null ? null : value.trim();
  }

  private int count(int least, String key, int absent) throws RefusedException {
    long number = atLeast(least, key, absent);
    if (number > Integer.MAX_VALUE) {
      throw bad(key, Long.toString(number), "at most " + Integer.MAX_VALUE);
    }
    return (int) number;
  }

  private double share(String key, double most, double absent) throws RefusedException {
    double share = parsed(key, absent, Double::valueOf, "a number");
    if (!(share >= 0 && share <= most)) {
      throw bad(key, Double.toString(share), "between 0 and " + most);
    }
    return share;
  }

  private boolean flag(String key, boolean absent) throws RefusedException {
    String text = value(key);
    if (text == null) {
      return absent;
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw bad(key, text, "true or false");
    };
  }

  private long atLeast(long least, String key, long absent) throws RefusedException {
    long number = parsed(key, absent, Long::valueOf, "a whole number");
    if (number < least) {
      throw bad(key, Long.toString(number), "at least " + least);
    }
    return number;
  }

  private <T> T parsed(String key, T absent, Function<String, T> parser, String rule)
      throws RefusedException {
    String text = value(key);
    try {
      return text == null ? absent : parser.apply(text);
    } catch (NumberFormatException e) {
      throw bad(key, text, rule);
    }
  }

  private RefusedException bad(String key, String value, String rule) {
    return new RefusedException(
        RefusedException.Reason.BAD_REQUEST,
        key + " of column family " + family.name() + " is \"" + value + "\", must be " + rule);
  }
}
