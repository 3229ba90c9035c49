package io.rowandb.bench;

import java.util.Arrays;
import java.util.Collection;

/**
 * One figure over several runs.
 *
 * @param median the middle one; for an even number, the mean of the two in the middle
 * @param min the smallest
 * @param max the greatest
 * @param count the number of runs
 */
record Statistics(double median, double min, double max, int count) {
  /** Of at least one number. */
  static Statistics of(Collection<Double> numbers) {
    if (numbers.isEmpty()) {
      throw new IllegalArgumentException("no numbers");
    }
    double[] sorted = numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Statistics(median, sorted[0], sorted[sorted.length - 1], sorted.length);
  }

  /** How far the runs lie apart, as a share of the median; 0 when the median is. */
  double spread() {
    return median == 0 ? 0 : (max - min) / Math.abs(median);
  }

  /** The median of the ratios of the runs: a run's figures are comparable with one another only. */
  static double medianRatio(double[] numerators, double[] denominators) {
    if (numerators.length != denominators.length) {
      throw new IllegalArgumentException(
          numerators.length + " and " + denominators.length + " numbers make no ratios");
    }
    double[] ratios = new double[numerators.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = numerators[i] / denominators[i];
    }
    return of(Arrays.stream(ratios).boxed().toList()).median;
  }
}
