package io.rowandb.design.check;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanText;
import java.util.List;

/** Parts of a key as a remedy writes them, to be pasted into the design. */
final class KeyLines {
  private static final String END = "  - \"\\0\"\n";

  private KeyLines() {}

  /** Parts behind those of now. */
  static String atEnd(TablePlan plan, Iterable<String> fields) {
    PlannedPart last = plan.key().get(plan.key().size() - 1);
    boolean isOpen = !(last instanceof Literal) && last.width() == 0;
    StringBuilder lines = new StringBuilder("key:\n  # … as now, then\n");
    for (String each : fields) {
      Value part = part(plan, each);
      lines.append(isOpen ? END : "").append(TablePlanText.line(part));
      isOpen = part.width() == 0;
    }
    return lines.toString();
  }

  /** Parts before those of now, each with its end. */
  static String atFront(TablePlan plan, List<String> fields) {
    StringBuilder lines = new StringBuilder();
    for (String each : fields) {
      lines.append(next(plan, each, false));
    }
    return lines + "  # … then the other parts\n";
  }

  /** A part with its end, as others follow. */
  static String next(TablePlan plan, String field, boolean descending) {
    Value part = part(plan, field);
    return part.form() == Form.TEXT
        ? TablePlanText.line(part) + (part.width() == 0 ? END : "")
        : TablePlanText.line(withOrder(part, descending));
  }

  /** The same part in the other order, or empty for a text, which has one order. */
  static String turned(Value part) {
    return switch (part.form()) {
      case TEXT -> "";
      case NUMBER -> TablePlanText.line(withOrder(number(part.field()), !part.isDescending()));
      default -> TablePlanText.line(withOrder(part, !part.isDescending()));
    };
  }

  /** As the key already has it, if values are sorted so; else by the type of the field. */
  private static Value part(TablePlan plan, String field) {
    return plan.key().stream()
        .filter(part -> part instanceof Value value && value.field().equals(field))
        .map(Value.class::cast)
        .filter(part -> !part.isReversed() && !part.isDescending())
        .filter(part -> part.form() != Form.TIME && part.form() != Form.NUMBER)
        .findFirst()
        .orElseGet(() -> byType(plan.type(field), field));
  }

  private static Value byType(FieldType type, String field) {
    return switch (type.kind()) {
      case TIME -> new Value(field, Form.TIME, 0, false, false, FieldType.MILLIS, null);
      case NUMBER -> number(field);
      case TEXT -> new Value(field, Form.TEXT, 0, false, false, "", null);
    };
  }

  private static Value number(String field) {
    return new Value(field, Form.LONG, 0, false, false, "", null);
  }

  private static Value withOrder(Value part, boolean descending) {
    return new Value(
        part.field(),
        part.form(),
        part.length(),
        part.isReversed(),
        descending,
        part.written(),
        part.format());
  }
}
