package io.rowandb.tsdb.aggregate;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Makes one series of several, or one number of an interval, as OpenTSDB's aggregator of the same
 * name does. Immutable.
 */
public final class Aggregator {
  private static final NavigableMap<String, Aggregator> ALL = new TreeMap<>();

  static {
    add("sum", Folds.SUM, Interpolation.LINEAR);
    add("pfsum", Folds.SUM, Interpolation.PREVIOUS);
    add("zimsum", Folds.SUM, Interpolation.ZERO);
    add("min", Folds.MIN, Interpolation.LINEAR);
    add("max", Folds.MAX, Interpolation.LINEAR);
    add("mimmin", Folds.MIN, Interpolation.GREATEST);
    add("mimmax", Folds.MAX, Interpolation.LEAST);
    add("avg", Folds.AVERAGE, Interpolation.LINEAR);
    add("median", Quantile.MEDIAN, Interpolation.LINEAR);
    add("none", Folds.ONLY, Interpolation.ZERO);
    add("mult", Folds.PRODUCT, Interpolation.LINEAR);
    add("dev", Folds.DEVIATION, Interpolation.LINEAR);
    add("diff", Folds.DIFFERENCE, Interpolation.LINEAR);
    add("squareSum", Folds.SQUARES, Interpolation.ZERO);
    add("count", Folds.COUNT, Interpolation.ZERO);
    add("first", Folds.FIRST, Interpolation.ZERO);
    add("last", Folds.LAST, Interpolation.ZERO);
    for (double percent : new double[] {50, 75, 90, 95, 99, 99.9}) {
      String digits = percent == 99.9 ? "999" : String.valueOf((int) percent);
      double share = percent / 100; // not the nearest double to it, but as OpenTSDB has it
      add("p" + digits, new Quantile(share, Quantile.Rule.USUAL), Interpolation.LINEAR);
      add("ep" + digits + "r3", new Quantile(share, Quantile.Rule.R3), Interpolation.LINEAR);
      add("ep" + digits + "r7", new Quantile(share, Quantile.Rule.R7), Interpolation.LINEAR);
    }
  }

  private final String name;
  private final Fold fold;
  private final Interpolation interpolation;

  private Aggregator(String name, Fold fold, Interpolation interpolation) {
    this.name = name;
    this.fold = fold;
    this.interpolation = interpolation;
  }

  private static void add(String name, Fold fold, Interpolation interpolation) {
    ALL.put(name, new Aggregator(name, fold, interpolation));
  }

  /** The names that there are. */
  public static SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(ALL.navigableKeySet());
  }

  /**
   * One of them.
   *
   * @throws IllegalArgumentException when there is none of this name
   */
  public static Aggregator of(String name) {
    Aggregator found = ALL.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "there is no aggregator \"" + name + "\"; there are " + String.join(", ", names()));
    }
    return found;
  }

  /** How requests call it. */
  public String name() {
    return name;
  }

  /**
   * Which percentile it makes of doubles: the share of the numbers that lie below, between 0 and 1.
   *
   * @return empty when it makes none
   */
  public OptionalDouble percentile() {
    return fold instanceof Quantile quantile
        ? OptionalDouble.of(quantile.share())
        : OptionalDouble.empty();
  }

  Fold fold() {
    return fold;
  }

  Interpolation interpolation() {
    return interpolation;
  }

  @Override
  public String toString() {
    return name;
  }
}
