package io.rowandb.bench.cache;

import java.util.Arrays;
import java.util.Random;

/**
 * Numbers of which a few are popular: the k-th most popular has a probability of 1 / k^0.99, as in
 * YCSB. Popular ones are anywhere in the range. Used by one thread.
 */
final class Zipf {
  private static final double EXPONENT = 0.99;

  private final Random random;
  private final double[] sums;
  private final int[] numbers;

  /** Numbers from 0 to {@code count}, without it. */
  Zipf(int count, Random random) {
    this.random = random;
    this.sums = new double[count];
    this.numbers = new int[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += 1 / Math.pow(i + 1, EXPONENT);
      sums[i] = sum;
      int other = random.nextInt(i + 1);
      numbers[i] = numbers[other];
      numbers[other] = i;
    }
  }

  int next() {
    double wanted = random.nextDouble() * sums[sums.length - 1];
    int found = Arrays.binarySearch(sums, wanted);
    return numbers[found < 0 ? -1 - found : found];
  }
}
