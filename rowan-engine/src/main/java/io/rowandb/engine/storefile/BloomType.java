package io.rowandb.engine.storefile;

import java.nio.charset.StandardCharsets;

/** What the Bloom filter of a file contains; HBase's BLOOMFILTER. Names are in the file info. */
public enum BloomType {
  /** There is none. */
  NONE,
  /** The rows in the file. */
  ROW,
  /** The columns of each row in the file. */
  ROWCOL,
  /** What the rows in the file begin with, up to a fixed length. */
  ROWPREFIX_FIXED_LENGTH;

  private static final BloomType[] ALL = values();

  /** The name as it stands in the file info. */
  byte[] nameBytes() {
    return name().getBytes(StandardCharsets.US_ASCII);
  }

  /** The type of this name in a file info; NONE when Rowan does not know it. */
  static BloomType ofName(byte[] name) {
    String text = name == null ? "" : new String(name, StandardCharsets.ISO_8859_1);
    for (BloomType type : ALL) {
      if (type.name().equals(text)) {
        return type;
      }
    }
    return NONE;
  }
}
