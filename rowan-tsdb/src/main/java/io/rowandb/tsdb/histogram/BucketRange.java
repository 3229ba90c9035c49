package io.rowandb.tsdb.histogram;

/**
 * What a bucket counts. Ordered by its lower bound, then its upper one.
 *
 * @param from its lower bound
 * @param to its upper bound
 */
public record BucketRange(float from, float to) implements Comparable<BucketRange> {
  @Override
  public int compareTo(BucketRange other) {
    int byFrom = Float.compare(from, other.from);
    return byFrom != 0 ? byFrom : Float.compare(to, other.to);
  }

  /** The number in the middle, with the precision of floats, as OpenTSDB takes it. */
  double middle() {
    return (from + to) / 2;
  }

  /** As answers name it: {@code 0.0_1.75}. */
  @Override
  public String toString() {
    return from + "_" + to;
  }
}
