package io.rowandb.design.check;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPattern;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Whether the start and stop row that a program writes hold exactly the rows that have the values
 * asked for. Tried on the kept rows; without a sample on the best known mistake, a stop row that is
 * the start with a zero byte.
 */
final class ScanBoundsLint {
  private static final int QUESTIONS = 200;

  private final Checked checked;
  private final PlannedPattern pattern;
  private int missed;
  private int foreign;
  private String example = "";

  private ScanBoundsLint(Checked checked, PlannedPattern pattern) {
    this.checked = checked;
    this.pattern = pattern;
  }

  static void check(Checked checked) {
    for (PlannedPattern each : checked.plan.patterns()) {
      if (!each.start().isEmpty()) {
        new ScanBoundsLint(checked, each).run();
      }
    }
  }

  private void run() {
    if (pattern.stop().equals(pattern.start() + "\0")) {
      report(
          "The stop row is the start with a zero byte behind it: between them is only the row that"
              + " is exactly the start.");
      return;
    }
    List<KeptRow> rows = checked.kept;
    int step = Math.max(1, rows.size() / QUESTIONS);
    for (int i = 0; i < rows.size(); i += step) {
      ask(rows.get(i), rows);
    }
    if (missed + foreign > 0) {
      report(
          "In the sample "
              + Say.count(missed)
              + " rows are missed and "
              + Say.count(foreign)
              + " of others are found; "
              + example
              + ".");
    }
  }

  private void ask(KeptRow asked, List<KeptRow> rows) {
    KeptRow last = lastOfRange(asked, rows);
    byte[] start = filled(pattern.start(), asked);
    byte[] stop = filled(pattern.stop(), last);
    for (KeptRow each : rows) {
      if (!isJudged(asked, each, last)) {
        continue;
      }
      boolean isIn =
          Arrays.compareUnsigned(start, each.key()) <= 0
              && Arrays.compareUnsigned(each.key(), stop) < 0;
      boolean isWanted = isWanted(asked, each);
      if (isIn != isWanted) {
        missed += isWanted ? 1 : 0;
        foreign += isIn ? 1 : 0;
        if (example.isEmpty()) {
          example =
              "from "
                  + Say.quoted(new String(start, StandardCharsets.UTF_8))
                  + " to "
                  + Say.quoted(new String(stop, StandardCharsets.UTF_8))
                  + (isIn ? " there is " : " there is not ")
                  + Say.quoted(new String(each.key(), StandardCharsets.UTF_8));
        }
      }
    }
  }

  /** Whether the bounds name the field of the range, so that each question has two values of it. */
  private boolean hasRange() {
    return !pattern.range().isEmpty() && pattern.named().contains(pattern.range());
  }

  /** The row with the same values and the greatest of the range, where the range ends. */
  private KeptRow lastOfRange(KeptRow asked, List<KeptRow> rows) {
    KeptRow last = asked;
    for (KeptRow each : hasRange() ? rows : List.<KeptRow>of()) {
      last = isWanted(asked, each) && compare(each, last) > 0 ? each : last;
    }
    return last;
  }

  /** Rows of the answer outside the range, or at its ends, are right either way. */
  private boolean isJudged(KeptRow asked, KeptRow row, KeptRow last) {
    return !hasRange()
        || !isWanted(asked, row)
        || (compare(asked, row) < 0 && compare(row, last) < 0);
  }

  private int compare(KeptRow one, KeptRow other) {
    int place = checked.facts.keptPlace(pattern.range());
    FieldType type = checked.plan.type(pattern.range());
    String first = one.values()[place];
    String second = other.values()[place];
    if (type.isTime()) {
      return Long.compare(type.millis(first).orElse(0), type.millis(second).orElse(0));
    }
    boolean areNumbers = first.matches("-?[0-9]{1,18}") && second.matches("-?[0-9]{1,18}");
    return areNumbers
        ? Long.compare(Long.parseLong(first), Long.parseLong(second))
        : first.compareTo(second);
  }

  private boolean isWanted(KeptRow asked, KeptRow row) {
    for (String field : pattern.equal()) {
      int place = checked.facts.keptPlace(field);
      if (!asked.values()[place].equals(row.values()[place])) {
        return false;
      }
    }
    return true;
  }

  private byte[] filled(String template, KeptRow row) {
    String text =
        PlannedPattern.BRACED
            .matcher(template)
            .replaceAll(
                each -> {
                  int place = checked.facts.keptPlace(each.group(1));
                  return Matcher.quoteReplacement(place < 0 ? each.group() : row.values()[place]);
                });
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void report(String evidence) {
    checked.error(
        FindingKind.SCAN_BOUNDS_WRONG,
        0.95,
        "pattern \"" + pattern.name() + "\"",
        evidence,
        "Rows are missing from the answer, or others are in it, without an error.",
        "scan.setRowPrefixFilter(prefix), behind a separator that no value contains or a part of"
            + " fixed length.");
  }
}
