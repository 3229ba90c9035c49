package io.rowandb.design.check;

import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sketch.FrequentValues.Heavy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether rows that arrive together go to many regions, and whether one value has too many of them.
 *
 * <p>The kept rows are cut into spans of arrival and, by their keys, into regions of equal size, or
 * those of the plan. In each span the region with most rows is the hottest; with keys in no order
 * it has little more than its part, with a rising key all of them.
 */
final class SkewLint {
  private static final int REGIONS = 10;
  private static final int FEWEST_REGIONS = 4;
  private static final int SPANS = 50;

  /** Rows a span, so that chance makes no region hot. */
  private static final int SPAN_ROWS = 40;

  private static final double HOT = 0.5;
  private static final double ALL = 0.8;

  private static final double MOST_COLUMNS = 1_000_000;

  private final Checked checked;

  private SkewLint(Checked checked) {
    this.checked = checked;
  }

  static void check(Checked checked) {
    if (checked.hasShares()) {
      SkewLint lint = new SkewLint(checked);
      lint.regions();
      lint.leading();
      lint.wide();
    }
  }

  private void regions() {
    List<KeptRow> rows = checked.kept;
    List<byte[]> bounds = bounds();
    int spans = Math.min(SPANS, rows.size() / SPAN_ROWS);
    if (bounds.size() + 1 < FEWEST_REGIONS || spans < 2) {
      return;
    }
    double hottest = 0;
    for (int span = 0; span < spans; span++) {
      int from = span * rows.size() / spans;
      int to = (span + 1) * rows.size() / spans;
      hottest += hottestShare(rows.subList(from, to), bounds);
    }
    double share = hottest / spans;
    if (share < HOT) {
      return;
    }
    String by =
        checked
            .plan
            .arrivalField()
            .map(each -> "the order of " + each)
            .orElse("the sample's order");
    checked.add(
        FindingKind.HOT_REGION,
        share >= ALL ? FindingSeverity.ERROR : FindingSeverity.WARNING,
        share >= ALL ? 1 : share, // all rows wait for that server
        subject(),
        "In "
            + by
            + ", "
            + Say.percent(share)
            + " of the rows of a span go to one of "
            + (bounds.size() + 1)
            + " regions; evenly it would be "
            + Say.percent(1.0 / (bounds.size() + 1))
            + ". The last "
            + Say.count(rows.size() / (double) spans)
            + " of the kept rows are "
            + lastRows(rows)
            + ".",
        "One server takes "
            + Say.percent(share)
            + " of the writes"
            + (checked.plan.writesPerSecond() > 0
                ? ", " + Say.count(share * checked.plan.writesPerSecond()) + " rows a second"
                : "")
            + ", whatever the number of servers and splits.",
        "Put a hash of what is asked for first, or a salt."
            + (checked.plan.arrival().isEmpty() && checked.plan.arrivalField().isEmpty()
                ? " If rows arrive in another order than the sample's, say so: arrival."
                : ""),
        remedyKey(checked.plan));
  }

  private String subject() {
    return checked.plan.key().stream()
        .filter(part -> !(part instanceof Literal))
        .findFirst()
        .map(PlannedPart::describe)
        .orElse("row key");
  }

  private String lastRows(List<KeptRow> rows) {
    String field = checked.facts.leadingFields.isEmpty() ? "" : checked.facts.leadingFields.get(0);
    int place = checked.facts.place(field);
    String value = place < 0 ? "" : rows.get(rows.size() - 1).values()[place];
    return "about " + field + " " + Say.quoted(value);
  }

  /** Where regions begin: as the plan says, or so that all have as many of the rows. */
  private List<byte[]> bounds() {
    if (checked.plan.splits().keys().size() + 1 >= FEWEST_REGIONS) {
      return checked.plan.splits().keys().stream()
          .map(each -> each.getBytes(StandardCharsets.UTF_8))
          .toList();
    }
    byte[][] keys =
        checked.kept.stream()
            .map(KeptRow::key)
            .sorted(Arrays::compareUnsigned)
            .toArray(byte[][]::new);
    List<byte[]> bounds = new ArrayList<>();
    for (int i = 1; i < REGIONS; i++) {
      bounds.add(keys[i * keys.length / REGIONS]);
    }
    return bounds;
  }

  private static double hottestShare(List<KeptRow> rows, List<byte[]> bounds) {
    int[] counts = new int[bounds.size() + 1];
    rows.forEach(row -> counts[region(row.key(), bounds)]++);
    return Arrays.stream(counts).max().orElse(0) / (double) rows.size();
  }

  /** The number of the region that has a key. */
  static int region(byte[] key, List<byte[]> bounds) {
    int region = 0;
    while (region < bounds.size() && Arrays.compareUnsigned(bounds.get(region), key) <= 0) {
      region++;
    }
    return region;
  }

  /** A key with a hash of the fields that most patterns give before the parts of this one. */
  static String remedyKey(TablePlan plan) {
    List<String> given =
        plan.patterns().stream()
            .map(PlannedPattern::equal)
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse(List.of());
    StringBuilder lines = new StringBuilder("key:\n");
    lines.append(
        given.isEmpty()
            ? "  - {salt: " + Math.max(2, Math.min(16, 2 * plan.cluster().servers())) + "}\n"
            : "  - {hash: " + (given.size() == 1 ? given.get(0) : given) + ", bytes: 2}\n");
    return lines
        + "  # … then the parts as now"
        + (given.isEmpty() ? "" : ", those given first")
        + "\n";
  }

  private void leading() {
    List<Heavy> top = checked.facts.leading.top(3);
    boolean isTime =
        checked.facts.leadingFields.size() == 1
            && checked.plan.type(checked.facts.leadingFields.get(0)).isTime();
    if (top.isEmpty() || isTime) {
      return;
    }
    double share =
        (double) (top.get(0).count() - top.get(0).error())
            / checked.facts.leading.total()
            / buckets();
    if (share <= 1.0 / checked.plan.cluster().servers() || share < 0.1) {
      return;
    }
    checked.add(
        FindingKind.HOT_KEY,
        share > HOT ? FindingSeverity.ERROR : FindingSeverity.WARNING,
        share,
        String.join(", ", checked.facts.leadingFields),
        top.get(0).name()
            + " has "
            + Say.percent(share)
            + " of the rows"
            + (top.size() > 1
                ? "; next "
                    + top.get(1).name()
                    + " with "
                    + Say.percent(
                        (double) top.get(1).count() / checked.facts.leading.total() / buckets())
                : "")
            + ".",
        "The server that has it takes "
            + Say.percent(share)
            + " of the writes, "
            + Say.count(share * checked.plan.cluster().servers())
            + " times what each of "
            + checked.plan.cluster().servers()
            + " should.",
        "Spread it: a salt by another field before it, read by as many scans.",
        "key:\n  - {salt: "
            + Math.max(2, Math.min(16, checked.plan.cluster().servers()))
            + ", by: "
            + otherField()
            + "}\n  # … then the parts as now\n");
  }

  /** Buckets of a salt that spreads the rows of one leading value. */
  private int buckets() {
    return checked.plan.key().get(0) instanceof Salt salt
            && !checked.facts.leadingFields.containsAll(salt.fields())
        ? salt.buckets()
        : 1;
  }

  private String otherField() {
    return checked.plan.key().stream()
        .filter(Value.class::isInstance)
        .flatMap(part -> part.fields().stream())
        .filter(field -> !checked.facts.leadingFields.contains(field))
        .findFirst()
        .orElseGet(() -> checked.facts.fields.get(0));
  }

  private void wide() {
    List<Heavy> top = checked.facts.widest.top(1);
    if (top.isEmpty()) {
      return;
    }
    double scale = Math.max(1, (double) checked.rows() / checked.facts.keyed);
    double columns = (top.get(0).count() - top.get(0).error()) * scale;
    if (columns > MOST_COLUMNS) {
      String names =
          String.join(
              ", ",
              checked.plan.columns().stream()
                  .filter(PlannedColumn::isNamedByField)
                  .map(PlannedColumn::namedBy)
                  .toList());
      checked.error(
          FindingKind.ROW_TOO_WIDE,
          columns / checked.rows(),
          "columns named by " + names,
          "The row of "
              + top.get(0).name()
              + " has "
              + Say.count(top.get(0).count())
              + " columns in the sample, "
              + Say.count(columns)
              + " among "
              + checked.rowsText()
              + ".",
          "A get of the row needs memory for all of them; its region cannot be split.",
          "Make them rows: move " + names + " to the end of the key.",
          "key:\n  # … as now, then\n  - {text: " + names + "}\n");
    }
  }
}
