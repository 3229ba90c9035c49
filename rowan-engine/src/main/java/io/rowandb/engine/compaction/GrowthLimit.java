package io.rowandb.engine.compaction;

import java.io.IOException;

/**
 * How much more a compaction may write than it reads. A block that compresses well, or cells whose
 * keys are almost the same, can be made to unpack to ten thousand times what they are on disk, and
 * who loads such a file would have a compaction fill the disk.
 *
 * @param multiple of the bytes of the files that go in; 0 for no limit
 * @param freeBytes that may be written whatever goes in
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
