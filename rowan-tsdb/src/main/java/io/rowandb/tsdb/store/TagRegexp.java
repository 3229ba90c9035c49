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
 * tag, and behind the last, may be others, unless all tags are said.
 */
final class TagRegexp {
  /**
   * A tag that a row must have.
   *
   * @param key its UID
   * @param values the UIDs of the values that it may have; none for any
   */
  record WantedTag(byte[] key, List<byte[]> values) {}

  /**
   * What a row must have.
   *
   * @param tags at most one of a key
   * @param missing the UIDs of keys that it must not have
   * @param explicit whether it must have no other tags
   */
  record Wanted(List<WantedTag> tags, List<byte[]> missing, boolean explicit) {
    boolean isAll() {
      return tags.isEmpty() && missing.isEmpty() && !explicit;
    }
  }

  private TagRegexp() {}

  /**
   * The rows that are so, and some others.
   *
   * @param sample rows also pass that have a tag value whose UID ends with this byte
   */
  static Filter filter(PointKeyLayout layout, Wanted wanted, byte sample) {
    RegexStringComparator comparator =
        new RegexStringComparator(pattern(layout, wanted) + '|' + sample(layout, sample));
    comparator.setCharset(StandardCharsets.ISO_8859_1);
    return new RowFilter(CompareOperator.EQUAL, comparator);
  }

  /** Each byte is a letter of ISO-8859-1. */
  static String pattern(PointKeyLayout layout, Wanted wanted) {
    String any = "(?:.{" + layout.pairWidth() + "})*";
    String others = wanted.explicit() ? "" : any;
    StringBuilder pattern = new StringBuilder("(?s)\\A.{" + layout.tagsAt() + "}");
    for (byte[] key : wanted.missing()) {
      pattern.append("(?!").append(any);
      append(pattern, key);
      pattern.append(')');
    }
    pattern.append(others);
    List<WantedTag> sorted =
        wanted.tags().stream().sorted((a, b) -> Arrays.compareUnsigned(a.key(), b.key())).toList();
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

  private static String sample(PointKeyLayout layout, byte last) {
    String others = "(?:.{" + layout.pairWidth() + "})*";
    StringBuilder pattern = new StringBuilder("\\A.{" + layout.tagsAt() + "}" + others);
    append(pattern.append(".{").append(layout.pairWidth() - 1).append('}'), new byte[] {last});
    return pattern.append(others).append("\\z").toString();
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
