package io.rowandb.design.heat;

import io.rowandb.design.check.KeyedRows;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sketch.FairChoice;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * The rows by which the axes are cut: a fair choice, in the order of keys and of arrival. One
 * thread.
 */
public final class HeatAxes implements KeyedRows.Taker {
  /** Some 50 MB; of 1,000 ranges each is right within a tenth. */
  private static final int MOST_KEPT = 100_000;

  /** Bytes of a key that are kept; ranges of longer ones are told apart by these. */
  private static final int LONGEST_KEY = 200;

  private static final int MOST_CUTS = 1000;

  private final FairChoice<HeatRow> choice = new FairChoice<>(MOST_KEPT);
  private final KeyLabel label;
  private final ArrivalOrder order;
  private long rows;

  /**
   * For the rows of a sample.
   *
   * @param fields of its rows
   */
  public HeatAxes(TablePlan plan, List<String> fields) {
    this.label = new KeyLabel(plan, fields);
    this.order = new ArrivalOrder(plan, fields);
  }

  @Override
  public void take(PlannedKey key, String[] row, long line) {
    OptionalLong arrival = order.of(row, line);
    if (arrival.isEmpty()) {
      return;
    }
    rows++;
    if (choice.choosesNext()) {
      byte[] kept = Arrays.copyOf(key.bytes(), Math.min(LONGEST_KEY, key.length()));
      choice.put(
          new HeatRow(kept, arrival.getAsLong(), line, label.of(key, row), order.label(row, line)));
    }
  }

  /** Rows with a key and an arrival. */
  long rows() {
    return rows;
  }

  /** The kept rows, by key. */
  List<HeatRow> byKey() {
    return choice.chosen().stream()
        .sorted((one, other) -> Arrays.compareUnsigned(one.key(), other.key()))
        .toList();
  }

  /** The kept rows, by arrival. */
  List<HeatRow> byArrival() {
    return choice.chosen().stream()
        .sorted(Comparator.comparingLong(HeatRow::arrival).thenComparingLong(HeatRow::line))
        .toList();
  }

  /** Into how many ranges and spans the axes are cut, at most. */
  int cuts() {
    return (int) Math.min(MOST_CUTS, Math.ceil(2 * Math.sqrt((double) rows)));
  }
}
