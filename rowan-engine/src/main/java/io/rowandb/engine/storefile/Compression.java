package io.rowandb.engine.storefile;

/** How blocks are compressed. Codes are HBase's and frozen: they are in every trailer. */
public enum Compression {
  /** Not at all. */
  NONE(2, 1),
  /** zlib's deflate in a gzip frame. */
  GZ(1, 1_032),
  /** LZ4 blocks in Hadoop's framing. */
  LZ4(4, 255),
  /** Snappy blocks in Hadoop's framing. */
  SNAPPY(3, 22),
  /** Zstandard frames in Hadoop's framing. */
  ZSTD(6, 32_768),
  /** LZO1X in Hadoop's framing. */
  LZO(0, 255);

  private static final Compression[] ALL = values();

  private final int code;
  private final int mostExpansion;

  Compression(int code, int mostExpansion) {
    this.code = code;
    this.mostExpansion = mostExpansion;
  }

  /**
   * Whether data blocks are written in parts that unpack alone. In a window of a few kilobytes
   * these codecs find nearly as much as in a block; the others, who are chosen for their ratio,
   * would lose more.
   */
  boolean hasParts() {
    return this == LZ4 || this == SNAPPY || this == LZO;
  }

  /** The number in the trailer. */
  int code() {
    return code;
  }

  /**
   * Bounds what so many bytes on disk can stand for: deflate gives 258 bytes for 2 bits, LZ4 and
   * LZO 255 for a byte, Snappy 64 for 3, Zstandard a block of 128 KB for 4.
   */
  long mostBytes(int diskBytes) {
    return (long) diskBytes * mostExpansion;
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
