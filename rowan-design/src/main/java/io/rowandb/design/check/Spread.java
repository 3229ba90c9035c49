package io.rowandb.design.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How evenly keys that arrive together fall into regions. */
final class Spread {
  /** Regions of equal size that a table is thought to have where nothing is said. */
  static final int REGIONS = 10;

  private static final int SPANS = 50;

  private Spread() {}

  /** Where regions begin so that all have as many of the keys. */
  static List<byte[]> bounds(List<byte[]> keys) {
    List<byte[]> sorted = new ArrayList<>(keys);
    sorted.sort(Arrays::compareUnsigned);
    List<byte[]> bounds = new ArrayList<>();
    for (int i = 1; i < REGIONS; i++) {
      bounds.add(sorted.get(i * sorted.size() / REGIONS));
    }
    return bounds;
  }

  /** Into how many spans keys are cut, each of so many at least. */
  static int spans(int keys, int least) {
    return Math.min(SPANS, keys / least);
  }

  /**
   * The part of the hottest region, on average over spans of arrival.
   *
   * @param keys in the order of arrival
   * @param spans 1 or more
   */
  static double hottest(List<byte[]> keys, List<byte[]> bounds, int spans) {
    double hottest = 0;
    for (int span = 0; span < spans; span++) {
      int[] counts = new int[bounds.size() + 1];
      List<byte[]> some =
          keys.subList(span * keys.size() / spans, (span + 1) * keys.size() / spans);
      some.forEach(key -> counts[region(key, bounds)]++);
      hottest += Arrays.stream(counts).max().orElse(0) / (double) some.size();
    }
    return hottest / spans;
  }

  /** The number of the region that has a key. */
  static int region(byte[] key, List<byte[]> bounds) {
    int region = 0;
    while (region < bounds.size() && Arrays.compareUnsigned(bounds.get(region), key) <= 0) {
      region++;
    }
    return region;
  }
}
