package io.rowandb.design.check;

import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.TablePlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Records that change what is in their key: the new values are a new row, and the old one stays
 * until a program deletes it. The kept rows show whether a record has several keys.
 */
final class LeftRowLint {
  private final Checked checked;
  private final List<String> identity;

  /** The fields of the key that do not tell records apart. */
  private final List<String> moving;

  private long rows;
  private KeptRow before;
  private KeptRow after;

  private LeftRowLint(Checked checked) {
    this.checked = checked;
    this.identity = checked.plan.identity();
    this.moving =
        checked.plan.key().stream()
            .flatMap(part -> part.fields().stream())
            .distinct()
            .filter(field -> !identity.contains(field))
            .toList();
  }

  static void check(Checked checked) {
    LeftRowLint lint = new LeftRowLint(checked);
    if (lint.mayMove()) {
      lint.run();
    }
  }

  private boolean mayMove() {
    TablePlan plan = checked.plan;
    return checked.hasRows()
        && !identity.isEmpty()
        && !plan.isAddedUp()
        && (!moving.isEmpty() || hasTurns())
        && identity.stream().allMatch(field -> checked.facts.keptPlace(field) >= 0);
  }

  /** Whether a later row of a record takes another bucket. */
  private boolean hasTurns() {
    return checked.plan.key().stream()
        .anyMatch(part -> part instanceof Salt salt && salt.fields().isEmpty());
  }

  private void run() {
    Map<List<String>, KeptRow> last = new HashMap<>();
    for (KeptRow each : checked.kept) {
      List<String> record = values(each, identity);
      boolean isCut = record.stream().anyMatch(value -> value.length() >= SampleRun.LONGEST_KEPT);
      KeptRow earlier = isCut ? null : last.put(record, each);
      if (earlier != null && !Arrays.equals(earlier.key(), each.key())) {
        rows++;
        before = before == null ? earlier : before;
        after = after == null ? each : after;
      }
    }
    if (rows > 0) {
      report();
    }
  }

  private List<String> values(KeptRow row, List<String> fields) {
    return fields.stream().map(field -> row.values()[checked.facts.keptPlace(field)]).toList();
  }

  private void report() {
    checked.warning(
        FindingKind.ROW_LEFT,
        0.5 + (double) rows / checked.kept.size() / 2,
        "row key",
        Say.count(rows)
            + " of "
            + Say.count(checked.kept.size())
            + (rows == 1 ? " rows has" : " rows have")
            + " another key than an earlier row of "
            + (rows == 1 ? "its" : "their")
            + " record. For example "
            + example()
            + ".",
        "The old row stays: a record is found several times, also with values that it no longer"
            + " has.",
        (moving.isEmpty()
                ? "Let a field of the record choose the bucket"
                : "Keep " + String.join(", ", moving) + " out of the key")
            + ", or delete the old row with each change. If each row is a record of its own, say"
            + " so: identity.");
  }

  private String example() {
    long first = Math.min(before.line(), after.line()) + 1;
    long second = Math.max(before.line(), after.line()) + 1;
    String changed =
        moving.stream()
            .filter(field -> !value(before, field).equals(value(after, field)))
            .map(
                field ->
                    field
                        + " "
                        + Say.quoted(value(before, field))
                        + " and "
                        + Say.quoted(value(after, field)))
            .reduce((one, other) -> one + ", " + other)
            .orElse("two buckets");
    return "rows " + first + " and " + second + " (" + named() + "): " + changed;
  }

  private String named() {
    Stream<String> names =
        identity.stream().map(field -> field + " " + Say.quoted(value(after, field)));
    return String.join(", ", names.toList());
  }

  private String value(KeptRow row, String field) {
    return row.values()[checked.facts.keptPlace(field)];
  }
}
