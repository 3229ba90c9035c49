package io.rowandb.engine.compaction;

import java.io.IOException;

/**
 * Limits how much more a compaction may write than it reads. In a crafted file the blocks, or cells
 * with almost equal keys, can unpack to ten thousand times their size on disk. If such a file was
 * loaded, a compaction would fill the disk.
 *
 * @param multiple how many times the bytes of the input files may be written; 0 for no limit
 * @param freeBytes bytes that may be written for any input
 */
public record GrowthLimit(double multiple, long freeBytes) {
  /** Real data compresses up to some twenty times; logs and zeros go beyond, and are small. */
  public static final GrowthLimit DEFAULT = new GrowthLimit(100, 1L << 30);

  /** No limit. */
  public static final GrowthLimit NONE = new GrowthLimit(0, 0);

  /**
   * A pace that ends the work when it has written too much.
   *
   * @param readBytes of all files that go in, on disk
   */
  public Pace over(Pace pace, long readBytes) {
    if (multiple == 0) {
      return pace;
    }
    double most = Math.max((double) freeBytes, multiple * readBytes);
    return new Pace() {
      private long written;

      @Override
      public void wrote(long bytes) throws IOException {
        written += bytes;
        if (written > most) {
          throw new IOException(
              String.format(
                  "a compaction of %d bytes had written %d: more than %s times as much"
                      + " (rowan.compaction.growth) and than %d (rowan.compaction.growth.free);"
                      + " nothing was changed",
                  readBytes, written, multiple, freeBytes));
        }
        pace.wrote(bytes);
      }
    };
  }
}
