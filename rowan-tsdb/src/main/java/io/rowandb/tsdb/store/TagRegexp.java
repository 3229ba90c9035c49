package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;

/**
 * A filter of row keys by their tags, as a regular expression over bytes: in front of each wanted
 * tag, and behind the last, may be others.
 */
final class TagRegexp {
  /**
   * A tag that a row must have.
   *
   * @param key its UID
   * @param values the UIDs of the values that it may have; none for any
   */
  record WantedTag(byte[] key, List<byte[]> values) {}

  private TagRegexp() {}

  /** The rows that have all these tags. */
  static Filter filter(PointKeyLayout layout, List<WantedTag> tags) {
    RegexStringComparator comparator = new RegexStringComparator(pattern(layout, tags));
    comparator.setCharset(StandardCharsets.ISO_8859_1);
    return new RowFilter(CompareOperator.EQUAL, comparator);
  }

  /** Each byte is a letter of ISO-8859-1. */
  static String pattern(PointKeyLayout layout, List<WantedTag> tags) {
    String others = "(?:.{" + layout.pairWidth() + "})*";
    StringBuilder pattern = new StringBuilder("(?s)\\A.{" + layout.tagsAt() + "}" + others);
    List<WantedTag> sorted =
        tags.stream().sorted((a, b) -> Arrays.compareUnsigned(a.key(), b.key())).toList();
    for (WantedTag tag : sorted) {
      append(pattern, tag.key());
      if (tag.values().isEmpty()) {
        pattern.append(".{").append(layout.tagValueWidth()).append('}');
      } else {
        appendOneOf(pattern, tag.values());
      }
      pattern.append(others);
    }
    return pattern.append("\\z").toString();
  }

  private static void appendOneOf(StringBuilder pattern, List<byte[]> values) {
    String separator = "(?:";
    for (byte[] value : values) {
      pattern.append(separator);
      append(pattern, value);
      separator = "|";
    }
    pattern.append(')');
  }

  private static void append(StringBuilder pattern, byte[] bytes) {
    for (byte each : bytes) {
      pattern.append(String.format("\\x%02X", each & 0xFF));
    }
  }
}
