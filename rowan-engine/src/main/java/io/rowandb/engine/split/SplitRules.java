package io.rowandb.engine.split;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * How the regions of one table are split, from its attributes and, where it has none, from the
 * settings. Immutable; made in a microsecond, so it need not be cached.
 */
public final class SplitRules {
  // Attributes of tables, by HBase's names.
  private static final String POLICY = "SPLIT_POLICY";
  private static final String POLICY_KEY = "hbase.regionserver.region.split.policy";
  private static final String ENABLED = "SPLIT_ENABLED";
  private static final String MAX_FILE = "MAX_FILESIZE";
  private static final String MAX_FILE_KEY = "hbase.hregion.max.filesize";
  private static final String JITTER_KEY = "hbase.hregion.max.filesize.jitter";
  private static final String INITIAL_KEY = "hbase.increasing.policy.initial.size";
  private static final String ALL_FAMILIES_KEY = "hbase.hregion.split.overallfiles";
  private static final String FLUSH = "MEMSTORE_FLUSHSIZE";
  private static final String FLUSH_KEY = "hbase.hregion.memstore.flush.size";
  private static final String PREFIX_LENGTH = "KeyPrefixRegionSplitPolicy.prefix_length";
  private static final String OLD_PREFIX_LENGTH = "prefix_split_key_policy.prefix_length";
  private static final String DELIMITER = "DelimitedKeyPrefixRegionSplitPolicy.delimiter";
  private static final String RESTRICTION = "hbase.regionserver.region.split_restriction.";
  private static final String RESTRICTION_TYPE = RESTRICTION + "type";
  private static final String RESTRICTION_LENGTH = RESTRICTION + "prefix_length";
  private static final String RESTRICTION_DELIMITER = RESTRICTION + "delimiter";

  // Fixed at construction.
  private final SplitPolicy policy;
  private final boolean enabled;
  private final long maxBytes;
  private final double jitter;
  private final long initialBytes;
  private final boolean allFamilies;
  private final RowCut policyCut;
  private final RowCut restriction;

  private SplitRules(Map<String, String> attributes, SplitSettings settings, long flushBytes) {
    Attributes table = new Attributes(attributes);
    this.policy = policy(table.text(settings.policy(), POLICY, POLICY_KEY));
    this.enabled = table.flag(true, ENABLED);
    this.maxBytes = table.positive(settings.maxFileBytes(), MAX_FILE, MAX_FILE_KEY);
    this.jitter = table.share(settings.maxFileJitter(), JITTER_KEY);
    long flush = table.positive(flushBytes, FLUSH, FLUSH_KEY);
    int flushes = policy.initialFlushes();
    long fromFlush = flush > Long.MAX_VALUE / flushes ? Long.MAX_VALUE : flushes * flush;
    long absent = settings.initialBytes() > 0 ? settings.initialBytes() : fromFlush;
    this.initialBytes = table.positive(absent, INITIAL_KEY);
    this.allFamilies = table.flag(settings.allFamilies(), ALL_FAMILIES_KEY);
    this.policyCut =
        switch (policy) {
          case KEY_PREFIX -> RowCut.toLength(table.lengthOrZero(PREFIX_LENGTH, OLD_PREFIX_LENGTH));
          case DELIMITED_KEY_PREFIX -> RowCut.before(bytes(table.text("", DELIMITER)));
          case CONSTANT_SIZE, INCREASING, STEPPING, DISABLED, INCREASING_BY_SQUARE -> RowCut.NONE;
        };
    this.restriction =
        switch (table.text("None", RESTRICTION_TYPE)) {
          case "KeyPrefix" -> RowCut.toLength(table.lengthOrZero(RESTRICTION_LENGTH));
          case "DelimitedKeyPrefix" -> RowCut.before(bytes(table.text("", RESTRICTION_DELIMITER)));
          default -> RowCut.NONE; // a type that HBase does not know restricts nothing there either
        };
  }

  /**
   * The rules of a table.
   *
   * @param attributes of the table; those that say nothing of splits are passed over
   * @param flushBytes at which regions are flushed
   * @throws IllegalArgumentException that names an attribute, its value and the rule it breaks
   */
  public static SplitRules of(
      Map<String, String> attributes, SplitSettings settings, long flushBytes) {
    return new SplitRules(attributes, settings, flushBytes);
  }

  /** Whether regions may be split at all, even on request. */
  public boolean isSplittable() {
    return policy != SplitPolicy.DISABLED;
  }

  /** Whether regions may be split without being asked for. */
  public boolean isAutomatic() {
    return enabled && isSplittable();
  }

  /**
   * Whether a region is so large that it must be split.
   *
   * @param familyBytes the store files of each family
   * @param regions the number of regions of the table, including this one
   * @param regionName determines its share of the jitter
   */
  public boolean isTooLarge(long[] familyBytes, int regions, String regionName) {
    long limit = limitBytes(regions, regionName);
    long all = 0;
    for (long bytes : familyBytes) {
      all += bytes;
      if (!allFamilies && bytes > limit) {
        return true;
      }
    }
    return allFamilies && all > limit;
  }

  /** The size beyond which a region is split; the parameters are those of {@link #isTooLarge}. */
  public long limitBytes(int regions, String regionName) {
    return policy.limitBytes(regions, initialBytes, jittered(regionName));
  }

  /** The split row for the middle of a region, used if no row is requested. */
  public byte[] splitRow(byte[] middle) {
    return restricted(policyCut.of(middle));
  }

  /** The split row for a requested row. */
  public byte[] restricted(byte[] asked) {
    return restriction.of(asked);
  }

  /** HBase throws dice when it opens a region; here the same region has the same share always. */
  private long jittered(String regionName) {
    double share = Math.floorMod(regionName.hashCode() * 0x9E3779B9, 1 << 16) / (double) (1 << 16);
    long more = (long) (maxBytes * (share - 0.5) * jitter);
    return more > Long.MAX_VALUE - maxBytes ? Long.MAX_VALUE : maxBytes + more;
  }

  private static SplitPolicy policy(String className) {
    SplitPolicy policy = SplitPolicy.named(className);
    if (policy == null) {
      throw new IllegalArgumentException(SplitPolicy.unknown(className));
    }
    return policy;
  }

  /** The bytes of an attribute, which has one char a byte. */
  private static byte[] bytes(String attribute) {
    return attribute.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads values of which the first name that is there counts. */
  private record Attributes(Map<String, String> values) {
    String text(String absent, String... names) {
      for (String name : names) {
        String value = values.get(name);
        if (value != null) {
          return value;
        }
      }
      return absent;
    }

    boolean flag(boolean absent, String name) {
      return Boolean.parseBoolean(text(Boolean.toString(absent), name).trim());
    }

    /** As in HBase, a number that is not positive stands for none. */
    long positive(long absent, String... names) {
      for (String name : names) {
        String value = values.get(name);
        if (value != null && whole(name, value) > 0) {
          return whole(name, value);
        }
      }
      return absent;
    }

    double share(double absent, String name) {
      String value = values.get(name);
      if (value == null) {
        return absent;
      }
      try {
        double share = Double.parseDouble(value.trim());
        if (share >= 0 && share <= 1) {
          return share;
        }
      } catch (NumberFormatException e) {
        throw bad(name, value, "a number between 0 and 1");
      }
      throw bad(name, value, "a number between 0 and 1");
    }

    /** As in HBase, what is no length means none. */
    int lengthOrZero(String... names) {
      String value = text("0", names);
      return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : 0;
    }

    private static long whole(String name, String value) {
      try {
        return Long.parseLong(value.trim());
      } catch (NumberFormatException e) {
        throw bad(name, value, "a whole number");
      }
    }

    private static IllegalArgumentException bad(String name, String value, String rule) {
      return new IllegalArgumentException(name + " is \"" + value + "\", must be " + rule);
    }
  }
}
