package io.rowandb.design.check;

import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.sketch.FrequentValues.Heavy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows with columns that are named by a field: how many the widest has, and would have in the whole
 * table. Different cells count, not rows of the sample. A row grows with the table unless its key
 * goes on with the time, or with a number that counts up; and it has no more columns than there are
 * names.
 */
final class WideRowLint {
  private static final double MOST_COLUMNS = 1_000_000;

  /** Fewer values of a growing part, and no row may be complete. */
  private static final int COMPLETE = 3;

  /** The names are all known when the second half of the sample adds so little. */
  private static final double FEW_NEW = 1.1;

  private final Checked checked;
  private final List<String> names;

  private WideRowLint(Checked checked) {
    this.checked = checked;
    this.names =
        checked.plan.columns().stream()
            .filter(PlannedColumn::isNamedByField)
            .map(PlannedColumn::namedBy)
            .toList();
  }

  static void check(Checked checked) {
    if (checked.hasShares() && !checked.facts.widest.top(1).isEmpty()) {
      new WideRowLint(checked).run();
    }
  }

  private void run() {
    Heavy top = checked.facts.widest.top(1).get(0);
    double now = top.count() - top.error();
    double scale = Math.max(1, (double) checked.rows() / checked.facts.keyed);
    double later = Math.min(now * scale, Math.max(now, mostNames()));
    if (now > MOST_COLUMNS) {
      report(FindingSeverity.ERROR, top, now, "");
    } else if (later > MOST_COLUMNS && growing().isEmpty()) {
      report(FindingSeverity.ERROR, top, later, "");
    } else if (later > MOST_COLUMNS && growing().stream().noneMatch(this::isComplete)) {
      report(
          FindingSeverity.WARNING,
          top,
          later,
          " The sample is too short to show how many a row has when "
              + String.join(", ", growing())
              + " goes on.");
    }
  }

  /** The fields of the key that go up as rows arrive. */
  private List<String> growing() {
    return checked.plan.key().stream()
        .filter(part -> !(part instanceof PlannedPart.Salt))
        .flatMap(part -> part.fields().stream())
        .distinct()
        .filter(field -> checked.plan.type(field).isTime() || countsUp(field))
        .toList();
  }

  private boolean countsUp(String field) {
    int place = checked.facts.keptPlace(field);
    long last = Long.MIN_VALUE;
    int up = 0;
    Set<String> different = new HashSet<>();
    for (KeptRow row : checked.kept) {
      String value = row.values()[place];
      if (!value.matches("-?[0-9]{1,18}")) {
        return false;
      }
      long number = Long.parseLong(value);
      up += number >= last ? 1 : 0;
      last = number;
      different.add(value);
    }
    return up > 0.95 * checked.kept.size() && different.size() >= COMPLETE;
  }

  /** Whether a growing part has had so many values that some rows are at their end. */
  private boolean isComplete(String field) {
    int place = checked.facts.keptPlace(field);
    List<PlannedPart> parts =
        checked.plan.key().stream().filter(part -> part.fields().contains(field)).toList();
    var writer = checked.writer(parts.subList(0, 1), checked.facts::keptPlace);
    return checked.kept.stream()
            .filter(row -> !row.values()[place].isEmpty() && writer.write(row.values()))
            .map(row -> java.nio.ByteBuffer.wrap(writer.copy()))
            .distinct()
            .limit(COMPLETE)
            .count()
        == COMPLETE;
  }

  /** The different names that there are, if the sample shows them all; else no limit. */
  private double mostNames() {
    int[] places = names.stream().mapToInt(checked.facts::keptPlace).toArray();
    Set<List<String>> different = new HashSet<>();
    int half = 0;
    for (int i = 0; i < checked.kept.size(); i++) {
      half = i == checked.kept.size() / 2 ? different.size() : half;
      String[] values = checked.kept.get(i).values();
      different.add(java.util.Arrays.stream(places).mapToObj(place -> values[place]).toList());
    }
    return different.size() <= half * FEW_NEW ? different.size() * FEW_NEW : Double.MAX_VALUE;
  }

  private void report(FindingSeverity severity, Heavy top, double columns, String more) {
    String named = String.join(", ", names);
    checked.add(
        FindingKind.ROW_TOO_WIDE,
        severity,
        columns / checked.rows(),
        "columns named by " + named,
        "The row of "
            + top.name()
            + " has "
            + Say.count(top.count())
            + " columns in the sample, "
            + Say.count(columns)
            + " among "
            + checked.rowsText()
            + "."
            + more,
        "A get of the row needs memory for all of them; its region cannot be split.",
        "Make them rows: move " + named + " to the end of the key.",
        KeyLines.atEnd(checked.plan, names.stream().distinct().toList()));
  }
}
