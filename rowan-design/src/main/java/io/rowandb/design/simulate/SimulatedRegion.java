package io.rowandb.design.simulate;

import io.rowandb.design.key.ShortHash;
import io.rowandb.design.sketch.FairChoice;
import io.rowandb.design.sketch.FrequentValues;
import java.util.Arrays;
import java.util.List;

/**
 * A region: where it begins, how large it is, who has it, and what came in this span. One thread.
 */
final class SimulatedRegion {
  /** Keys that are kept to find the middle, and names that are counted. */
  private static final int KEPT = 200;

  final byte[] start;

  /** The row at which it begins, for people. */
  final String startName;

  int server;
  double bytes;
  long spanRows;
  FrequentValues spanNames = new FrequentValues(KEPT);
  private FairChoice<ArrivedRow> keys = new FairChoice<>(KEPT);

  SimulatedRegion(byte[] start, String startName, int server) {
    this.start = start;
    this.startName = startName;
    this.server = server;
  }

  void add(ArrivedRow row, double rowBytes) {
    bytes += rowBytes;
    spanRows++;
    spanNames.add(ShortHash.with(0, row.name()), row::name);
    if (keys.choosesNext()) {
      keys.put(row);
    }
  }

  /** Forgets the span. */
  void begin() {
    spanRows = 0;
    spanNames = new FrequentValues(KEPT);
  }

  /** The upper half, which this region gives up; null when it is one key. */
  SimulatedRegion split() {
    List<ArrivedRow> sorted =
        keys.chosen().stream()
            .sorted((one, other) -> Arrays.compareUnsigned(one.key(), other.key()))
            .toList();
    for (int i = sorted.size() / 2; i < sorted.size(); i++) {
      ArrivedRow middle = sorted.get(i);
      if (i > 0 && Arrays.compareUnsigned(sorted.get(i - 1).key(), middle.key()) < 0) {
        SimulatedRegion upper = new SimulatedRegion(middle.key(), middle.name(), server);
        upper.bytes = bytes * (sorted.size() - i) / sorted.size();
        bytes -= upper.bytes;
        FairChoice<ArrivedRow> all = keys;
        keys = new FairChoice<>(KEPT);
        all.chosen().forEach(each -> choose(each, middle.key(), upper));
        return upper;
      }
    }
    return null;
  }

  private void choose(ArrivedRow row, byte[] middle, SimulatedRegion upper) {
    FairChoice<ArrivedRow> keeper =
        Arrays.compareUnsigned(row.key(), middle) < 0 ? keys : upper.keys;
    if (keeper.choosesNext()) {
      keeper.put(row);
    }
  }
}
