package io.rowandb.engine.split;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The split policies, by the names that users write. They compute the size beyond which a region is
 * split from the number of regions of its table. The two that keep prefixes together differ from
 * {@link #INCREASING} only in the row at which they split.
 */
enum SplitPolicy {
  CONSTANT_SIZE("ConstantSizeRegionSplitPolicy"),
  INCREASING("IncreasingToUpperBoundRegionSplitPolicy"),
  STEPPING("SteppingSplitPolicy"),
  KEY_PREFIX("KeyPrefixRegionSplitPolicy"),
  DELIMITED_KEY_PREFIX("DelimitedKeyPrefixRegionSplitPolicy"),
  DISABLED("DisabledRegionSplitPolicy"),

  /**
   * As {@link #INCREASING} was until HBase 0.98: with the square of the regions, and the size of
   * one flush. It has a name of its own, since HBase's name means the present formula.
   */
  INCREASING_BY_SQUARE("io.rowandb.", "IncreasingBySquareRegionSplitPolicy");

  private static final String OF_HBASE = "org.apache.hadoop.hbase.regionserver.";

  /** With more regions than that, the present formula does not count them any more. */
  private static final int MAX_COUNTED_REGIONS = 100;

  private final String className;

  SplitPolicy(String simpleName) {
    this(OF_HBASE, simpleName);
  }

  SplitPolicy(String packageName, String simpleName) {
    this.className = packageName + simpleName;
  }

  /** The name of the class that it is in HBase. */
  String className() {
    return className;
  }

  /** The policy with this class name, or null. */
  static SplitPolicy named(String className) {
    for (SplitPolicy policy : values()) {
      if (policy.className.equals(className)) {
        return policy;
      }
    }
    return null;
  }

  /** What to say of a name that no policy has. */
  static String unknown(String className) {
    return "Unable to load configured region split policy '"
        + className
        + "'; there are "
        + Arrays.stream(values()).map(SplitPolicy::className).collect(Collectors.joining(", "));
  }

  /** How many flushes it starts from, when no size is set. */
  int initialFlushes() {
    return this == INCREASING_BY_SQUARE ? 1 : 2;
  }

  /**
   * The size beyond which a region is split.
   *
   * @param regions of the table, the region among them
   */
  long limitBytes(int regions, long initialBytes, long maxBytes) {
    return switch (this) {
      case CONSTANT_SIZE -> maxBytes;
      case STEPPING -> regions == 1 ? initialBytes : maxBytes;
      case INCREASING, KEY_PREFIX, DELIMITED_KEY_PREFIX ->
          regions == 0 || regions > MAX_COUNTED_REGIONS
              ? maxBytes
              : product(initialBytes, (long) regions * regions * regions, maxBytes);
      case INCREASING_BY_SQUARE ->
          regions == 0 ? maxBytes : product(initialBytes, (long) regions * regions, maxBytes);
      case DISABLED -> Long.MAX_VALUE;
    };
  }

  /** {@code bytes * times}, but at most {@code most}. */
  private static long product(long bytes, long times, long most) {
    return bytes > most / times ? most : bytes * times;
  }
}
