package io.rowandb.tsdb.rollup;

import io.rowandb.tsdb.codec.PointValue;

/** The numbers of an interval, as they are gathered. Used by one thread. */
public final class RollupNumbers {
  private double sum;
  private double count;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /** Of no points yet. */
  public RollupNumbers() {}

  /** Takes a point. */
  public void add(double number) {
    sum += number;
    count++;
    min = Math.min(min, number);
    max = Math.max(max, number);
  }

  /** Takes those of a part of the interval. */
  public void addAll(RollupNumbers part) {
    sum += part.sum;
    count += part.count;
    min = Math.min(min, part.min);
    max = Math.max(max, part.max);
  }

  /** Takes what is stored of the interval. */
  void set(RollupKind kind, double number) {
    switch (kind) {
      case SUM -> sum = number;
      case COUNT -> count = number;
      case MIN -> min = number;
      case MAX -> max = number;
    }
  }

  /** One of them. */
  public double get(RollupKind kind) {
    return switch (kind) {
      case SUM -> sum;
      case COUNT -> count;
      case MIN -> min;
      case MAX -> max;
    };
  }

  /** As it is stored, or IllegalArgumentException for a sum that is beyond the doubles. */
  PointValue value(RollupKind kind) {
    return PointValue.of(get(kind));
  }
}
