package io.rowandb.design.check;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers and times in a key whose bytes do not have their order. */
final class NumberLint {
  /** As people write one: no zero before it that needs none. */
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})([.][0-9]{1,18})?");

  private final Checked checked;

  private NumberLint(Checked checked) {
    this.checked = checked;
  }

  static void check(Checked checked) {
    NumberLint lint = new NumberLint(checked);
    for (PlannedPart part : checked.plan.key()) {
      if (part instanceof Value value) {
        lint.text(value);
        lint.negative(value);
      }
    }
  }

  private void text(Value value) {
    boolean sorted = isSortedBy(value.field());
    FieldType type = checked.plan.type(value.field());
    boolean counted = type.isTime() && type.format() == null;
    boolean isNumber =
        value.form() == Form.NUMBER
            || (value.form() == Form.TEXT
                && value.length() == 0
                && isNumeric(value, type, counted));
    if (!isNumber || value.isReversed() || (value.form() == Form.TEXT && !sorted)) {
      return;
    }
    Optional<String[]> pair = wrongPair(value.field());
    if (checked.hasShares() && pair.isEmpty()) {
      return; // the sample's numbers all have one length
    }
    checked.add(
        FindingKind.NUMBER_AS_TEXT,
        sorted ? FindingSeverity.ERROR : FindingSeverity.WARNING,
        0.7,
        value.describe(),
        pair.map(
                each ->
                    "In the sample the row of "
                        + Say.quoted(each[1])
                        + " comes before that of "
                        + Say.quoted(each[0])
                        + ".")
            .orElse("The row of \"10\" comes before that of \"9\"."),
        sorted
            ? "Ranges and orders of " + value.field() + " give wrong answers."
            : "Any later range of " + value.field() + " gives wrong answers.",
        hasFractions(value)
            ? "Count a smaller unit, as cents: a whole number, as 8 bytes or digits of a fixed length."
            : "Write it as 8 bytes, or as digits of a fixed length.",
        hasFractions(value)
            ? ""
            : counted
                ? "  - {time: " + value.field() + ", as: millis}\n"
                : "  - {long: " + value.field() + "}\n");
  }

  private boolean hasFractions(Value value) {
    PartTally tally = checked.facts == null ? null : checked.facts.parts.get(value.field());
    return tally != null && tally.fractions > 0;
  }

  private boolean isNumeric(Value value, FieldType type, boolean counted) {
    PartTally tally = checked.facts == null ? null : checked.facts.parts.get(value.field());
    boolean allNumbers =
        tally != null && tally.numbers > 0 && tally.numbers + tally.empty == checked.facts.rows;
    return counted || type.kind() == FieldType.Kind.NUMBER || (!type.isTime() && allNumbers);
  }

  private boolean isSortedBy(String field) {
    return checked.plan.patterns().stream().anyMatch(each -> sorts(each, field));
  }

  private static boolean sorts(PlannedPattern pattern, String field) {
    return pattern.range().equals(field)
        || (pattern.order().equals(field) && !pattern.equal().contains(field));
  }

  /** A smaller value and a greater one, whose text is before that of the smaller; short ones. */
  private Optional<String[]> wrongPair(String field) {
    if (!checked.hasRows()) {
      return Optional.empty();
    }
    int place = checked.facts.keptPlace(field);
    List<String> values =
        checked.kept.stream()
            .map(row -> row.values()[place])
            .filter(each -> NUMBER.matcher(each).matches())
            .distinct()
            .sorted(
                Comparator.<String, BigDecimal>comparing(BigDecimal::new)
                    .thenComparing(each -> each))
            .toList();
    String last = ""; // the greatest text among those that are smaller
    for (String each : values) {
      if (each.compareTo(last) < 0) {
        return Optional.of(new String[] {last, each});
      }
      last = each;
    }
    return Optional.empty();
  }

  private void negative(Value value) {
    PartTally tally = checked.facts == null ? null : checked.facts.parts.get(value.field());
    boolean isBinary = value.form() == Form.INT || value.form() == Form.LONG;
    if (!isBinary || value.isDescending() || tally == null || tally.negative == 0) {
      return;
    }
    checked.add(
        FindingKind.NEGATIVE_NUMBER,
        isSortedBy(value.field()) ? FindingSeverity.ERROR : FindingSeverity.WARNING,
        (double) tally.negative / checked.facts.rows,
        value.describe(),
        Say.rowsHave(tally.negative) + " a negative number, such as " + tally.negativeExample + ".",
        "They sort behind all others; ranges over 0 give wrong answers.",
        "Add a constant so that all are 0 or more, or turn the sign bit, as Rowan's own parts do.");
  }
}
