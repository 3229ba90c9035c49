package io.rowandb.tsdb.aggregate;

import java.util.Arrays;
import java.util.Objects;

/**
 * Numbers by ascending time, each an integer or a double, in arrays without an object for each: 17
 * bytes a number. Grows while it is filled; whoever fills it bounds it. Used by one thread.
 */
public final class Samples {
  private static final int LEAST = 16;

  private long[] times;
  private long[] bits;
  private boolean[] doubles;
  private int size;

  /** None yet. */
  public Samples() {
    this(0);
  }

  /**
   * None yet.
   *
   * @param expected for how many there is room before the arrays grow
   */
  public Samples(int expected) {
    times = new long[expected];
    bits = new long[expected];
    doubles = new boolean[expected];
  }

  /**
   * Adds an integer behind the last number.
   *
   * @param timeMillis milliseconds since 1970
   * @throws IllegalArgumentException when the time is not after the last one
   */
  public void add(long timeMillis, long value) {
    append(timeMillis, value, false);
  }

  /**
   * Adds a double behind the last number.
   *
   * @param timeMillis milliseconds since 1970
   * @throws IllegalArgumentException when the time is not after the last one
   */
  public void add(long timeMillis, double value) {
    append(timeMillis, Double.doubleToRawLongBits(value), true);
  }

  private void append(long timeMillis, long valueBits, boolean isDouble) {
    if (size > 0 && timeMillis <= times[size - 1]) {
      throw new IllegalArgumentException(
          "a number at " + timeMillis + " ms does not come after " + times[size - 1] + " ms");
    }
    if (size == times.length) {
      int capacity = Math.max(LEAST, Math.addExact(size, size >> 1));
      times = Arrays.copyOf(times, capacity);
      bits = Arrays.copyOf(bits, capacity);
      doubles = Arrays.copyOf(doubles, capacity);
    }
    times[size] = timeMillis;
    bits[size] = valueBits;
    doubles[size++] = isDouble;
  }

  /** How many. */
  public int size() {
    return size;
  }

  /** When, in milliseconds since 1970. */
  public long timeMillis(int index) {
    return times[Objects.checkIndex(index, size)];
  }

  /** Whether it is an integer, and not a double. */
  public boolean isInteger(int index) {
    return !doubles[Objects.checkIndex(index, size)];
  }

  /**
   * An integer.
   *
   * @throws IllegalArgumentException when it is a double
   */
  public long longValue(int index) {
    if (!isInteger(index)) {
      throw new IllegalArgumentException("number " + index + " is a double: " + doubleValue(index));
    }
    return bits[index];
  }

  /** Either, as a double; of an integer beyond 2^53 the nearest. */
  public double doubleValue(int index) {
    return isInteger(index) ? bits[index] : Double.longBitsToDouble(bits[index]);
  }

  /** Of the first number at or after a time; {@link #size} when there is none. */
  int position(long timeMillis) {
    int found = Arrays.binarySearch(times, 0, size, timeMillis);
    return found < 0 ? -found - 1 : found;
  }

  /** Those from an index to another, which is left out; these, if they are all. */
  Samples part(int first, int end) {
    if (first == 0 && end == size) {
      return this;
    }
    Samples part = new Samples();
    if (first < end) {
      part.times = Arrays.copyOfRange(times, first, end);
      part.bits = Arrays.copyOfRange(bits, first, end);
      part.doubles = Arrays.copyOfRange(doubles, first, end);
      part.size = end - first;
    }
    return part;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Samples that
        && size == that.size
        && Arrays.equals(times, 0, size, that.times, 0, size)
        && Arrays.equals(bits, 0, size, that.bits, 0, size)
        && Arrays.equals(doubles, 0, size, that.doubles, 0, size);
  }

  @Override
  public int hashCode() {
    int hash = size;
    for (int i = 0; i < size; i++) {
      hash = 31 * (31 * hash + Long.hashCode(times[i])) + Long.hashCode(bits[i]);
    }
    return hash;
  }

  /** Times and numbers, for messages; of many, the first ones. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < Math.min(size, 100); i++) {
      text.append(i == 0 ? "" : ", ").append(times[i]).append('=');
      text.append(isInteger(i) ? String.valueOf(bits[i]) : String.valueOf(doubleValue(i)));
    }
    return text.append(size > 100 ? ", … " + size + "]" : "]").toString();
  }
}
