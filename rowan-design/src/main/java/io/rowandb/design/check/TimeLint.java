package io.rowandb.design.check;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Times in a key whose bytes do not have the order of the times. Tried on times made up, with units
 * of one and of two digits, and on those of the kept rows.
 */
final class TimeLint {
  private static final List<Instant> MADE_UP =
      List.of(
          Instant.parse("2013-01-31T23:59:59.999Z"),
          Instant.parse("2013-02-09T09:09:09.009Z"),
          Instant.parse("2013-02-09T10:10:10.010Z"),
          Instant.parse("2013-04-01T00:00:00Z"),
          Instant.parse("2013-05-02T11:30:00Z"),
          Instant.parse("2013-05-02T13:05:00Z"),
          Instant.parse("2013-09-10T12:00:00Z"),
          Instant.parse("2013-10-09T12:00:00Z"),
          Instant.parse("2013-11-30T12:00:00Z"),
          Instant.parse("2013-12-01T12:00:00Z"),
          Instant.parse("2014-01-01T00:00:00Z"),
          Instant.parse("2014-08-20T00:00:00Z"),
          Instant.parse("2020-06-15T00:00:00Z"));

  private final Checked checked;
  private final List<PlannedPart> key;

  private TimeLint(Checked checked) {
    this.checked = checked;
    this.key = checked.plan.key();
  }

  static void check(Checked checked) {
    TimeLint lint = new TimeLint(checked);
    for (int i = 0; i < lint.key.size(); i++) {
      if (lint.key.get(i) instanceof Value value && lint.isTime(value)) {
        lint.check(i, value);
      }
    }
  }

  /** A time by a pattern or counted, or as text by its own pattern; counted texts are numbers. */
  private boolean isTime(Value value) {
    FieldType type = checked.plan.type(value.field());
    return value.form() == Form.TIME
        || (value.form() == Form.TEXT
            && value.length() == 0
            && !value.isReversed()
            && type.format() != null);
  }

  private void check(int at, Value value) {
    List<String> readers =
        checked.plan.patterns().stream()
            .filter(each -> readsInOrder(each, at, value))
            .map(PlannedPattern::name)
            .toList();
    boolean isOpen = value.form() == Form.TIME && value.width() == 0 && at + 1 < key.size();
    if (readers.isEmpty() && !isOpen) {
      return;
    }
    Optional<Times> wrong = wrong(parts(at, value), value);
    wrong.ifPresent(each -> report(value, each, readers));
  }

  private boolean readsInOrder(PlannedPattern pattern, int at, Value value) {
    boolean isWanted =
        pattern.range().equals(value.field())
            || (pattern.order().equals(value.field()) && !pattern.equal().contains(value.field()));
    return isWanted && key.get(at).equals(PatternPath.of(checked.plan, pattern).stop());
  }

  /** A part and those of the same time right behind it: yyyyMM and then dd are one time. */
  private List<PlannedPart> parts(int at, Value first) {
    List<PlannedPart> parts = new ArrayList<>();
    for (PlannedPart part : key.subList(at, key.size())) {
      boolean goesOn =
          part instanceof Literal
              || (part instanceof Value value
                  && value.field().equals(first.field())
                  && value.isDescending() == first.isDescending());
      if (!goesOn) {
        break;
      }
      parts.add(part);
    }
    return parts;
  }

  /** A time, the text that it has in the sample, and its bytes. */
  private record Written(long millis, String text, byte[] bytes) {}

  /** Two times of which the later comes first in the key, or first where it should not. */
  private record Times(String earlier, String later) {}

  private Optional<Times> wrong(List<PlannedPart> parts, Value value) {
    PlannedKey writer = checked.writer(parts, field -> 0);
    FieldType type = checked.plan.type(value.field());
    List<String> texts = new ArrayList<>();
    if (hasYear(value, type)) {
      MADE_UP.forEach(each -> texts.add(text(type, each)));
    }
    int place = checked.facts == null ? -1 : checked.facts.keptPlace(value.field());
    if (place >= 0 && (hasYear(value, type) || !lacksYear(value))) {
      checked.kept.forEach(row -> texts.add(row.values()[place]));
    }
    List<Written> written = new ArrayList<>();
    for (String text : texts) {
      OptionalLong millis = type.millis(text);
      if (millis.isPresent() && writer.write(new String[] {text})) {
        written.add(new Written(millis.getAsLong(), text, writer.copy()));
      }
    }
    return firstWrong(written, value.isDescending());
  }

  /** Whether times of several years can be told apart; else {@link KeyLint} speaks of the year. */
  private boolean hasYear(Value value, FieldType type) {
    boolean isText = value.form() == Form.TEXT;
    return TimeUnits.of(type.pattern()).contains("y")
        && (isText || TimeUnits.of(value.written()).contains("y"));
  }

  private static boolean lacksYear(Value value) {
    return value.written().matches(".*[MLDdwW].*");
  }

  private static String text(FieldType type, Instant time) {
    return switch (type.pattern()) {
      case FieldType.MILLIS -> String.valueOf(time.toEpochMilli());
      case FieldType.SECONDS -> String.valueOf(time.getEpochSecond());
      default -> type.format().format(time);
    };
  }

  private static Optional<Times> firstWrong(List<Written> written, boolean descending) {
    List<Written> sorted = new ArrayList<>(written);
    sorted.sort(Comparator.comparingLong(Written::millis));
    for (int i = 1; i < sorted.size(); i++) {
      Written earlier = sorted.get(i - 1);
      Written later = sorted.get(i);
      int order = Arrays.compareUnsigned(earlier.bytes(), later.bytes());
      if (earlier.millis() < later.millis() && (descending ? order < 0 : order > 0)) {
        return Optional.of(new Times(earlier.text(), later.text()));
      }
    }
    return Optional.empty();
  }

  private void report(Value value, Times wrong, List<String> readers) {
    boolean isCounted = value.form() == Form.TIME && value.format() == null; // from 1970 on
    checked.add(
        FindingKind.TIME_OUT_OF_ORDER,
        readers.isEmpty() ? FindingSeverity.WARNING : FindingSeverity.ERROR,
        0.8,
        value.describe(),
        "The row of "
            + Say.quoted(wrong.later())
            + (value.isDescending() ? " comes behind that of " : " comes before that of ")
            + Say.quoted(wrong.earlier())
            + ".",
        readers.isEmpty()
            ? "Any later range of " + value.field() + " gives wrong answers."
            : "Ranges and orders give wrong answers: " + String.join("; ", readers) + ".",
        isCounted
            ? "Write digits from the year down; or add a constant so that all are 0 or more."
            : "Write the largest unit first, each with all its digits; or milliseconds.",
        "  - {time: "
            + value.field()
            + ", as: "
            + (isCounted ? "yyyyMMddHHmmssSSS" : "millis")
            + (value.isDescending() ? ", descending: true}\n" : "}\n"));
  }
}
