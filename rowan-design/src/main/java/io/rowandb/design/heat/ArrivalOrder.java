package io.rowandb.design.heat;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.TablePlan;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** When rows of a sample arrive: by a field, or by their place in the file. */
final class ArrivalOrder {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  private final int place;
  private final FieldType type;

  ArrivalOrder(TablePlan plan, List<String> fields) {
    this.place = plan.arrivalField().map(fields::indexOf).orElse(-1);
    this.type = plan.arrivalField().map(plan::type).orElse(FieldType.TEXT);
  }

  /** The place of a row in the order; empty where its field has no time and no number. */
  OptionalLong of(String[] row, long line) {
    if (place < 0) {
      return OptionalLong.of(line);
    }
    if (type.isTime()) {
      return type.millis(row[place]);
    }
    return WHOLE.matcher(row[place]).matches()
        ? OptionalLong.of(Long.parseLong(row[place]))
        : OptionalLong.empty();
  }

  /** The same for people. */
  String label(String[] row, long line) {
    return place < 0 ? "row " + (line + 1) : KeyLabel.value(type, row[place]);
  }
}
