package io.rowandb.engine.storefile;

/** How blocks are compressed. Codes are HBase's and frozen: they are in every trailer. */
public enum Compression {
  /** Not at all. */
  NONE(2),
  /** zlib's deflate in a gzip frame. */
  GZ(1),
  /** LZ4 blocks in Hadoop's framing. */
  LZ4(4),
  /** Snappy blocks in Hadoop's framing. */
  SNAPPY(3),
  /** Zstandard frames in Hadoop's framing. */
  ZSTD(6);

  private static final Compression[] ALL = values();

  private final int code;

  Compression(int code) {
    this.code = code;
  }

  /** The number in the trailer. */
  int code() {
    return code;
  }

  /** The compression of this number, or null when Rowan cannot read it. */
  static Compression of(long code) {
    for (Compression compression : ALL) {
      if (compression.code == code) {
        return compression;
      }
    }
    return null;
  }
}
