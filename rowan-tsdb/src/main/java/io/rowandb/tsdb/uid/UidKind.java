package io.rowandb.tsdb.uid;

import io.rowandb.tsdb.codec.PointKeyLayout;
import java.nio.charset.StandardCharsets;

/** What a name is of. Each kind has names and UIDs of its own. */
public enum UidKind {
  /** A metric. */
  METRIC("metrics"),
  /** The key of a tag. */
  TAG_KEY("tagk"),
  /** The value of a tag. */
  TAG_VALUE("tagv");

  private final String column;

  UidKind(String column) {
    this.column = column;
  }

  /** The qualifier in the table. */
  byte[] qualifier() {
    return column.getBytes(StandardCharsets.US_ASCII);
  }

  /** How many bytes its UIDs have. */
  int width(PointKeyLayout layout) {
    return switch (this) {
      case METRIC -> layout.metricWidth();
      case TAG_KEY -> layout.tagKeyWidth();
      case TAG_VALUE -> layout.tagValueWidth();
    };
  }

  /** For messages. */
  @Override
  public String toString() {
    return switch (this) {
      case METRIC -> "metric";
      case TAG_KEY -> "tag key";
      case TAG_VALUE -> "tag value";
    };
  }
}
