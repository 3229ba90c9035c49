package io.rowandb.design.check;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sketch.FrequentValues.Heavy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether rows that arrive together go to many regions, and whether one value has too many of them.
 *
 * <p>The kept rows are cut into spans of arrival and, by their keys, into regions of equal size, or
 * those of the plan. In each span the region with most rows is the hottest; with keys in no order
 * it has little more than its part, with a rising key all of them.
 */
final class SkewLint {
  private static final int FEWEST_REGIONS = 4;

  /** Rows a span, so that chance makes no region hot. */
  private static final int SPAN_ROWS = 40;

  private static final double HOT = 0.5;

  /** One region has as good as all rows. */
  static final double ALL = 0.8;

  /** A remedy has less than this in one region. */
  private static final double WELL = 0.3;

  private final Checked checked;

  private SkewLint(Checked checked) {
    this.checked = checked;
  }

  static void check(Checked checked) {
    SkewLint lint = new SkewLint(checked);
    boolean hasArrival = checked.plan.hasArrival();
    if (checked.facts != null && !hasArrival) {
      lint.noOrder();
    }
    if (checked.hasShares()) {
      if (hasArrival) {
        lint.regions();
      }
      lint.leading();
    }
  }

  private void noOrder() {
    checked.add(
        FindingKind.ARRIVAL_UNKNOWN,
        FindingSeverity.HINT,
        0,
        "arrival",
        "No field has the time of arrival, and the rows of the sample are in no order.",
        "Hot regions are neither looked for nor simulated, and keys over time are not drawn.",
        "Check a file of rows in the order of arrival. A table shows it if its rows were written"
            + " over ten minutes or more, or if a time is in its key.",
        "");
  }

  private void regions() {
    List<KeptRow> rows = checked.kept;
    List<byte[]> bounds = bounds();
    int spans = Spread.spans(rows.size(), SPAN_ROWS);
    if (bounds.size() + 1 < FEWEST_REGIONS || spans < 2) {
      return;
    }
    List<byte[]> keys = rows.stream().map(KeptRow::key).toList();
    double share = Spread.hottest(keys, bounds, spans);
    if (share < HOT || Spread.hottest(keys, Spread.bounds(keys), spans) < HOT) {
      shortSample(); // if the split keys make one hot, and not the key: SplitLint
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
            + "."
            + lastRows(rows, rows.size() / (double) spans),
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
        remedyKey(checked));
  }

  private String subject() {
    return checked.plan.key().stream()
        .filter(part -> !(part instanceof Literal))
        .findFirst()
        .map(PlannedPart::describe)
        .orElse("row key");
  }

  /** The sentence that shows a value of the last span; none where rows keep no value of it. */
  private String lastRows(List<KeptRow> rows, double inSpan) {
    String field = checked.facts.leadingFields.isEmpty() ? "" : checked.facts.leadingFields.get(0);
    int place = checked.facts.keptPlace(field);
    return place < 0
        ? ""
        : " The last "
            + Say.count(inSpan)
            + " of the kept rows have "
            + Say.quoted(field)
            + " near "
            + Say.quoted(rows.get(rows.size() - 1).values()[place])
            + ".";
  }

  /** Where regions begin: as the plan says, or so that all have as many of the rows. */
  private List<byte[]> bounds() {
    if (checked.plan.splits().keys().size() + 1 >= FEWEST_REGIONS) {
      return checked.plan.splits().keys().stream()
          .map(each -> each.getBytes(StandardCharsets.UTF_8))
          .toList();
    }
    return Spread.bounds(checked.kept.stream().map(KeptRow::key).toList());
  }

  /**
   * A time first, of which the sample has so few values that all rows may begin alike: they look
   * spread by what stands behind it, and are not.
   */
  private void shortSample() {
    Optional<PlannedPart> first = checked.leadingPart().filter(checked::isRisingTime);
    if (first.isEmpty()) {
      return;
    }
    String timeField = first.get().fields().get(0);
    int place = checked.facts.keptPlace(timeField);
    PlannedKey writer = checked.writer(List.of(first.get()), field -> place);
    Set<String> different = new HashSet<>();
    String last = "";
    int changes = 0;
    for (KeptRow row : checked.kept) {
      writer.write(row.values());
      String written = new String(writer.copy(), StandardCharsets.ISO_8859_1);
      changes += written.equals(last) ? 0 : 1;
      different.add(written);
      last = written;
    }
    int regions = Math.max(Spread.REGIONS, checked.plan.splits().regions());
    if (different.size() < regions && changes < 2 * different.size()) {
      checked.error(
          FindingKind.TIME_FIRST,
          1,
          first.get().describe(),
          "The sample has "
              + Say.count(different.size())
              + " different values of it: too short to judge how writes spread. Rows arrive in the"
              + " order of "
              + timeField
              + ", and that is the order of the keys.",
          "All rows of one value lie together: few regions take all writes, whatever the number of"
              + " servers and splits.",
          "Put a hash of what is asked for first, or a salt; or check a sample of "
              + Say.count(regions)
              + " values or more.",
          remedyKey(checked));
    }
  }

  /**
   * A key with a hash of the fields that most patterns give before the parts of this one; a salt
   * where no pattern gives any, or the kept rows show that the hash would not spread them.
   */
  static String remedyKey(Checked checked) {
    TablePlan plan = checked.plan;
    List<String> given =
        plan.patterns().stream()
            .map(PlannedPattern::equal)
            .filter(each -> !each.isEmpty() && spreads(checked, each))
            .findFirst()
            .orElse(List.of());
    StringBuilder lines = new StringBuilder("key:\n");
    lines.append(
        given.isEmpty()
            ? "  - {salt: " + Math.max(2, Math.min(16, 2 * plan.cluster().servers())) + "}\n"
            : "  - {hash: " + (given.size() == 1 ? given.get(0) : given) + ", bytes: 2}\n");
    return lines
        + "  # … then the other parts"
        + (given.isEmpty() ? "" : ", those given first")
        + "\n"
        + regionsAnew(plan);
  }

  /** Split keys cut the keys as they are now: with another first part they are none. */
  private static String regionsAnew(TablePlan plan) {
    return plan.splits().keys().isEmpty() ? "" : "regions: " + plan.splits().regions() + "\n";
  }

  /** Whether a hash of fields before the key sends rows that arrive together to many regions. */
  private static boolean spreads(Checked checked, List<String> fields) {
    int spans = Spread.spans(checked.kept.size(), SPAN_ROWS);
    if (!checked.hasShares() || spans < 1) {
      return true; // nothing to try it on
    }
    List<PlannedPart> parts = new ArrayList<>(checked.plan.key());
    parts.add(0, new PlannedPart.Hash(PlannedPart.Function.MD5, 2, false, fields));
    PlannedKey writer = checked.writer(parts, checked.facts::keptPlace);
    List<byte[]> keys = new ArrayList<>();
    for (KeptRow row : checked.kept) {
      if (writer.write(row.values())) {
        keys.add(writer.copy());
      }
    }
    return keys.size() >= SPAN_ROWS
        && Spread.hottest(keys, Spread.bounds(keys), Spread.spans(keys.size(), SPAN_ROWS)) < WELL;
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
    if (share <= 1.0 / checked.plan.cluster().servers()
        || share < 0.1
        || isSpread(top.get(0).name())) {
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
        "Spread it: a salt "
            + (otherField().isPresent() ? "by another field" : "whose buckets come in turn")
            + " before it, read by as many scans.",
        "key:\n  - {salt: "
            + Math.max(2, Math.min(16, checked.plan.cluster().servers()))
            + otherField().map(each -> ", by: " + each).orElse("")
            + "}\n  # … then the other parts\n"
            + regionsAnew(checked.plan));
  }

  /** Whether the rows of one leading value that arrive together fall into many of its regions. */
  private boolean isSpread(String value) {
    int[] places =
        checked.facts.leadingFields.stream().mapToInt(checked.facts::keptPlace).toArray();
    List<byte[]> keys =
        checked.kept.stream()
            .filter(
                row ->
                    SampleRun.named(row.values(), checked.facts.leadingFields, places)
                        .equals(value))
            .map(KeptRow::key)
            .toList();
    return keys.size() >= 2 * SPAN_ROWS
        && Spread.hottest(keys, Spread.bounds(keys), Spread.spans(keys.size(), SPAN_ROWS)) < HOT;
  }

  /** Buckets of a salt that spreads the rows of one leading value. */
  private int buckets() {
    return checked.plan.key().get(0) instanceof Salt salt
            && !checked.facts.leadingFields.containsAll(salt.fields())
        ? salt.buckets()
        : 1;
  }

  /** What tells rows of one leading value apart: in the key, in names of columns, or identity. */
  private Optional<String> otherField() {
    Stream<String> inKey =
        checked.plan.key().stream()
            .filter(part -> part instanceof Value || part instanceof Coded)
            .flatMap(part -> part.fields().stream());
    Stream<String> named =
        checked.plan.columns().stream()
            .filter(PlannedColumn::isNamedByField)
            .map(PlannedColumn::namedBy);
    return Stream.concat(inKey, Stream.concat(named, checked.plan.identity().stream()))
        .filter(field -> !checked.facts.leadingFields.contains(field))
        .findFirst();
  }
}
