package io.rowandb.schema.view;

/**
 * How a view compares with its source by hashes of ranges, and what was mended in those ranges that
 * differ.
 *
 * @param records of the source that can be read
 * @param unreadable of the source that cannot be read
 * @param wanted rows that the others give
 * @param there rows of the view
 * @param ranges into which the rows of the view were divided, by hashes of their keys
 * @param diverged those of them that differed, from the view or because somebody was writing
 * @param mended what was wrong in these, and is right now: what was not being written
 */
public record RangeCounts(
    long records,
    long unreadable,
    long wanted,
    long there,
    long ranges,
    long diverged,
    ViewCounts mended) {
  /** Whether nothing was wrong. What others were writing is not. */
  public boolean isClean() {
    return mended.missing() == 0 && mended.different() == 0 && mended.surplus() == 0;
  }
}
