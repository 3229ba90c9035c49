package io.rowandb.tsdb.kept;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.encoding.ByteArrayInput;
import com.datadoghq.sketch.ddsketch.encoding.GrowingByteArrayOutput;
import com.datadoghq.sketch.ddsketch.mapping.LogarithmicMapping;
import com.datadoghq.sketch.ddsketch.store.SparseStore;
import com.datadoghq.sketch.ddsketch.store.Store;
import io.rowandb.tsdb.codec.DamagedDataException;
import java.io.IOException;

/**
 * The numbers of an interval as counts of buckets whose bounds grow by the same factor, so that
 * each number is known within {@link #RELATIVE_ERROR}: DDSketch (Masson, Rim and Lee, VLDB 2019).
 * Numbers nearer to 0 than 2.3e-308 count as 0. A sketch of several intervals is the same as that
 * of all their numbers, in whatever order they come. Used by one thread.
 */
public final class KeptSketch {
  /** How far an estimated number is from the real one at most, as a share of that. Frozen. */
  public static final double RELATIVE_ERROR = 0.01;

  private static final LogarithmicMapping BUCKETS = new LogarithmicMapping(RELATIVE_ERROR);

  private final DDSketch counts;

  /** Of no numbers yet. */
  public KeptSketch() {
    this(new DDSketch(BUCKETS, SparseStore::new));
  }

  private KeptSketch(DDSketch counts) {
    this.counts = counts;
  }

  /** Whether a number has a bucket: all have, but NaN, infinities and those near the greatest. */
  public static boolean takes(double number) {
    return Math.abs(number) <= BUCKETS.maxIndexableValue(); // false of NaN
  }

  /**
   * Takes a number.
   *
   * @throws IllegalArgumentException when it has {@link #takes no bucket}
   */
  public void add(double number) {
    counts.accept(number);
  }

  /** Takes the numbers of another. */
  public void addAll(KeptSketch other) {
    counts.mergeWith(other.counts);
  }

  /** How many buckets of it have numbers; what it takes in memory goes by them. */
  public int buckets() {
    return buckets(counts.getPositiveValueStore()) + buckets(counts.getNegativeValueStore()) + 1;
  }

  private static int buckets(Store store) {
    int[] found = {0};
    store.forEach((bucket, numbers) -> found[0]++);
    return found[0];
  }

  /** How many numbers it has. */
  public long count() {
    return (long) counts.getCount();
  }

  /**
   * A percentile as OpenTSDB estimates it: that at p (n + 1) among the n sorted numbers, counted
   * from 1, on the line between the two around it. Both are known within {@link #RELATIVE_ERROR},
   * and if they have one sign, so is the percentile.
   *
   * @param share of the numbers that lie below, p, between 0 and 1
   * @return NaN when there are no numbers
   */
  public double percentile(double share) {
    long count = count();
    if (count == 0) {
      return Double.NaN;
    }
    double place = share * (count + 1);
    long whole = (long) Math.floor(place);
    if (whole < 1) {
      return sorted(0, count);
    }
    if (whole >= count) {
      return sorted(count - 1, count);
    }
    double below = sorted(whole - 1, count);
    return below + (place - whole) * (sorted(whole, count) - below);
  }

  /**
   * One of the sorted numbers.
   *
   * @param position from 0
   */
  private double sorted(long position, long count) {
    // A bucket is found whose numbers and those before are more than this; half a number away from
    // the next position, rounding is harmless.
    return counts.getValueAtQuantile(position == count - 1 ? 1 : (position + 0.5) / (count - 1.0));
  }

  byte[] encode() {
    GrowingByteArrayOutput bytes = GrowingByteArrayOutput.withDefaultInitialCapacity();
    try {
      counts.encode(bytes, true);
    } catch (IOException e) {
      throw new AssertionError("bytes are written to memory", e);
    }
    return bytes.trimmedCopy();
  }

  /**
   * From what {@link #encode} made.
   *
   * @throws DamagedDataException when it is none
   */
  static KeptSketch decode(byte[] bytes, int offset, int length) throws DamagedDataException {
    DDSketch counts;
    try {
      counts =
          DDSketch.decode(ByteArrayInput.wrap(bytes, offset, length), SparseStore::new, BUCKETS);
    } catch (IOException | RuntimeException e) {
      throw new DamagedDataException("a sketch of " + length + " bytes is none: " + e.getMessage());
    }
    double count = counts.getCount();
    if (!(count >= 1 && count < 1L << 53 && count == Math.rint(count))) {
      throw new DamagedDataException("a sketch has numbers, at least one, not " + count);
    }
    return new KeptSketch(counts);
  }
}
