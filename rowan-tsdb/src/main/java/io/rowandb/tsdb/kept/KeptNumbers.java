package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.PointValue;

/** The numbers of an interval, as they are gathered. Used by one thread. */
public final class KeptNumbers {
  /** Up to here doubles have all integers. */
  private static final double EXACT = 1L << 53;

  private double sum;
  private double count;
  private double least;
  private double greatest;

  /** The sum of the integers without their signs, or NaN when one is none. */
  private double magnitude;

  private int parts;
  private boolean openPart;

  /** Of no points yet. */
  public KeptNumbers() {}

  /** Takes a point; those that come one after another are one part. */
  public void add(PointValue value) {
    double number = value.doubleValue();
    add(number, 1, number, number, Math.abs(value.isInteger() ? number : Double.NaN));
    parts += openPart ? 0 : 1;
    openPart = true;
  }

  /** Takes a part of the interval. */
  public void addAll(KeptNumbers part) {
    add(part.sum, part.count, part.least, part.greatest, part.magnitude);
    parts++;
    openPart = false;
  }

  private void add(double sums, double counts, double min, double max, double size) {
    boolean first = count == 0;
    sum = first ? sums : sum + sums;
    least = first ? min : Math.min(least, min);
    greatest = first ? max : Math.max(greatest, max);
    magnitude += size;
    count += counts;
  }

  /** Whether the sum is the same in any order. */
  public boolean isExact() {
    return magnitude <= EXACT;
  }

  /** Whether the sum is that of the points one after another. */
  public boolean isInOrder() {
    return parts <= 1 || isExact();
  }

  /** All numbers added up. */
  public double sum() {
    return sum;
  }

  /** How many. */
  public double count() {
    return count;
  }

  /** The least. */
  public double least() {
    return least;
  }

  /** The greatest. */
  public double greatest() {
    return greatest;
  }

  /** As it was stored. */
  static KeptNumbers of(double sum, double count, double least, double greatest, boolean exact) {
    KeptNumbers numbers = new KeptNumbers();
    // Of an exact sum only that matters: the parts together are exact up to the same bound.
    double size = exact ? Math.max(Math.abs(least), Math.abs(greatest)) * count : Double.NaN;
    numbers.add(sum, count, least, greatest, size);
    numbers.parts = 1;
    return numbers;
  }
}
