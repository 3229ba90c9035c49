package io.rowandb.design.measure;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sketch.FairChoice;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Rows of the sample whose values are asked for. One thread. */
final class DrawnRows {
  private static final int MOST = 2000;
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  /** A range takes a tenth of the rows, as the estimate does. */
  private static final int RANGE_PARTS = 10;

  private final TablePlan plan;
  private final List<String> fields;
  private final int[] places;
  private final FairChoice<String[]> choice = new FairChoice<>(MOST);

  /**
   * Of rows with these fields.
   *
   * @param asked those whose values are kept
   */
  DrawnRows(TablePlan plan, List<String> fields, List<String> asked) {
    this.plan = plan;
    this.fields = List.copyOf(fields);
    this.places = asked.stream().mapToInt(fields::indexOf).filter(each -> each >= 0).toArray();
  }

  void offer(String[] row) {
    if (choice.choosesNext()) {
      String[] kept = new String[fields.size()];
      java.util.Arrays.fill(kept, "");
      for (int each : places) {
        kept[each] = row[each];
      }
      choice.put(kept);
    }
  }

  List<String> fields() {
    return fields;
  }

  /** The kept rows, in the order of the range of a pattern; those without such a value left out. */
  List<String[]> by(PlannedPattern pattern) {
    int place = fields.indexOf(pattern.range());
    if (place < 0) {
      return choice.chosen();
    }
    FieldType type = plan.type(pattern.range());
    boolean isCounted =
        type.isTime()
            || choice.chosen().stream().allMatch(each -> WHOLE.matcher(each[place]).matches());
    if (!isCounted) {
      return choice.chosen().stream().sorted(Comparator.comparing(each -> each[place])).toList();
    }
    return choice.chosen().stream()
        .filter(each -> counted(type, each[place]).isPresent())
        .sorted(Comparator.comparingLong(each -> counted(type, each[place]).orElse(0)))
        .toList();
  }

  private static OptionalLong counted(FieldType type, String value) {
    return type.isTime() ? type.millis(value) : OptionalLong.of(Long.parseLong(value));
  }

  /** How many rows of so many a range is over. */
  static int range(int rows) {
    return rows / RANGE_PARTS;
  }
}
