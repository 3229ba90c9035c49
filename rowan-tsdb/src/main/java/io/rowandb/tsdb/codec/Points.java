package io.rowandb.tsdb.codec;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Points by ascending time, one at a millisecond, in arrays without an object for each: 17 bytes a
 * point. Grows while it is filled; whoever fills it bounds it. Used by one thread.
 */
public final class Points {
  /** In the flags that are kept: beside the four of the column. */
  private static final int IN_MILLIS = 0x10;

  private long[] times;
  private long[] bits;
  private byte[] flags;
  private int size;

  /** None yet. */
  public Points() {
    this(0);
  }

  Points(int expected) {
    times = new long[expected];
    bits = new long[expected];
    flags = new byte[expected];
  }

  /** Adds a point behind the last. */
  void add(long timeMillis, boolean inMillis, int columnFlags, long valueBits) {
    assert size == 0 || times[size - 1] < timeMillis : "out of order";
    if (size == times.length) {
      grow(size + 1);
    }
    times[size] = timeMillis;
    bits[size] = valueBits;
    flags[size++] = (byte) (columnFlags | (inMillis ? IN_MILLIS : 0));
  }

  private void grow(int needed) {
    int capacity = Math.max(16, Math.max(needed, size + (size >> 1)));
    times = Arrays.copyOf(times, capacity);
    bits = Arrays.copyOf(bits, capacity);
    flags = Arrays.copyOf(flags, capacity);
  }

  /**
   * Adds those of a later row that lie in a range.
   *
   * @param fromMillis the first time
   * @param toMillis the last time, included
   * @return how many
   * @throws IllegalArgumentException when they do not come after the last one here
   */
  public int addAll(Points later, long fromMillis, long toMillis) {
    int first = later.position(fromMillis);
    int end = toMillis == Long.MAX_VALUE ? later.size : later.position(toMillis + 1);
    if (first >= end) {
      return 0;
    }
    if (size > 0 && later.times[first] <= times[size - 1]) {
      throw new IllegalArgumentException(
          "points at " + later.times[first] + " ms do not come after " + times[size - 1] + " ms");
    }
    int count = end - first;
    if (size + count > times.length) {
      grow(Math.addExact(size, count));
    }
    System.arraycopy(later.times, first, times, size, count);
    System.arraycopy(later.bits, first, bits, size, count);
    System.arraycopy(later.flags, first, flags, size, count);
    size += count;
    return count;
  }

  /** Of the first point at or after a time. */
  private int position(long timeMillis) {
    int found = Arrays.binarySearch(times, 0, size, timeMillis);
    return found < 0 ? -found - 1 : found;
  }

  /** The same with each integer in as few bytes as it needs. */
  public Points smallest() {
    Points smallest = new Points(size);
    for (int i = 0; i < size; i++) {
      smallest.add(times[i], inMillis(i), value(i).flags(), bits[i]);
    }
    return smallest;
  }

  /** The position of the last point at or before a time, if there is one. */
  public OptionalInt lastUntil(long timeMillis) {
    int end = timeMillis == Long.MAX_VALUE ? size : position(timeMillis + 1);
    return end == 0 ? OptionalInt.empty() : OptionalInt.of(end - 1);
  }

  /** How many. */
  public int size() {
    return size;
  }

  /** Its time, in milliseconds since 1970. */
  public long timeMillis(int index) {
    return times[check(index)];
  }

  /**
   * Its time as it is stored, or {@code IllegalArgumentException} if no write could have made it.
   */
  public PointTime time(int index) {
    return new PointTime(times[check(index)], inMillis(index));
  }

  /** Its value. */
  public PointValue value(int index) {
    return PointValue.of(flags[check(index)], bits[index]);
  }

  /** Its value as a double; of an integer beyond 2^53, the nearest. */
  public double doubleValue(int index) {
    return value(index).doubleValue();
  }

  boolean inMillis(int index) {
    return (flags[index] & IN_MILLIS) != 0;
  }

  int columnFlags(int index) {
    return flags[index] & 0x0F;
  }

  long bits(int index) {
    return bits[index];
  }

  private int check(int index) {
    return java.util.Objects.checkIndex(index, size);
  }
}
