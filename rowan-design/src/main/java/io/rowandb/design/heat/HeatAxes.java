package io.rowandb.design.heat;

import io.rowandb.design.check.UsedFields;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sketch.FairChoice;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** The rows by which the axes are cut: a fair choice, in the order of keys and of arrival. */
final class HeatAxes {
  /** Some 50 MB; of 1,000 ranges each is right within a tenth. */
  private static final int MOST_KEPT = 100_000;

  /** Bytes of a key that are kept; ranges of longer ones are told apart by these. */
  private static final int LONGEST_KEY = 200;

  private static final int MOST_CUTS = 1000;

  private final FairChoice<HeatRow> choice = new FairChoice<>(MOST_KEPT);
  private long rows;
  private List<HeatRow> byKey = List.of();
  private List<HeatRow> byArrival = List.of();

  private HeatAxes() {}

  static HeatAxes read(TablePlan plan, SampleFile sample, long limit) throws IOException {
    UsedFields.check(plan, sample);
    HeatAxes axes = new HeatAxes();
    PlannedKey key = new PlannedKey(plan, sample.fields()::indexOf);
    KeyLabel label = new KeyLabel(plan, sample);
    ArrivalOrder order = new ArrivalOrder(plan, sample);
    String[] row = sample.next();
    for (long i = 0; i < limit && row != null; i++) {
      OptionalLong arrival = order.of(row, i);
      if (key.write(row) && arrival.isPresent()) {
        axes.rows++;
        if (axes.choice.choosesNext()) {
          byte[] kept = Arrays.copyOf(key.bytes(), Math.min(LONGEST_KEY, key.length()));
          axes.choice.put(
              new HeatRow(kept, arrival.getAsLong(), i, label.of(key, row), order.label(row, i)));
        }
      }
      row = sample.next();
    }
    axes.sort();
    return axes;
  }

  private void sort() {
    byKey =
        choice.chosen().stream()
            .sorted((one, other) -> Arrays.compareUnsigned(one.key(), other.key()))
            .toList();
    byArrival =
        choice.chosen().stream()
            .sorted(Comparator.comparingLong(HeatRow::arrival).thenComparingLong(HeatRow::line))
            .toList();
  }

  /** Rows with a key and an arrival. */
  long rows() {
    return rows;
  }

  /** The kept rows, by key. */
  List<HeatRow> byKey() {
    return byKey;
  }

  /** The kept rows, by arrival. */
  List<HeatRow> byArrival() {
    return byArrival;
  }

  /** Into how many ranges and spans the axes are cut, at most. */
  int cuts() {
    return (int) Math.min(MOST_CUTS, Math.ceil(2 * Math.sqrt((double) rows)));
  }
}
