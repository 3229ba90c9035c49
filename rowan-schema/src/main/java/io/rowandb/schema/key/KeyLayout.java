package io.rowandb.schema.key;

import java.util.ArrayList;
import java.util.List;

/**
 * Describes for people at which bytes of a key its parts are. Positions are known up to the first
 * part whose values vary in width.
 */
final class KeyLayout {
  private final List<String> lines = new ArrayList<>();

  /** The bytes of the parts so far whose width is known. */
  private int bytes;

  private boolean fixed = true;

  private KeyLayout() {}

  /** How many bytes in all, then one line a part. */
  static List<String> of(List<Segment> segments) {
    KeyLayout layout = new KeyLayout();
    segments.forEach(layout::add);
    layout.lines.add(0, IntegerPart.count(layout.bytes) + (layout.fixed ? "" : " and more"));
    return layout.lines;
  }

  private void add(Segment segment) {
    int width = segment.width();
    lines.add(place(width) + ": " + segment.describe());
    if (width == KeyPart.VARIABLE) {
      fixed = false;
    } else {
      bytes += width;
    }
  }

  private String place(int width) {
    if (!fixed) {
      return width == KeyPart.VARIABLE ? "then" : "then " + IntegerPart.count(width);
    }
    if (width == KeyPart.VARIABLE) {
      return "from byte " + bytes;
    }
    return width == 1 ? "byte " + bytes : "bytes " + bytes + " to " + (bytes + width - 1);
  }
}
