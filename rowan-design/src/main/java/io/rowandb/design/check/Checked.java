package io.rowandb.design.check;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.CodedOrder;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** What every check sees: the plan, the sample's facts if there are any, and where findings go. */
final class Checked {
  /** Rows below which a sample says nothing of shares. */
  private static final int ENOUGH = 200;

  /** Bytes of a hash among which no two are equal by chance in any table there is. */
  static final int UNIQUE_HASH = 8;

  final TablePlan plan;

  /** Null without a sample. */
  final SampleFacts facts;

  /** The kept rows in the order of arrival; none without a sample. */
  final List<KeptRow> kept;

  final Findings findings = new Findings();

  Checked(TablePlan plan, SampleFacts facts) {
    this.plan = plan;
    this.facts = facts;
    this.kept = facts == null ? List.of() : facts.kept();
  }

  boolean hasRows() {
    return facts != null && facts.keyed > 0;
  }

  /** Whether there are rows enough to speak of shares. */
  boolean hasShares() {
    return facts != null && facts.keyed >= ENOUGH;
  }

  /** The rows that the table will have; those of the sample when nothing is said; 0 for unknown. */
  long rows() {
    return plan.rows() > 0 ? plan.rows() : facts == null ? 0 : facts.keyed;
  }

  /** For people: {@code 100,000,000 rows}, or of the sample. */
  String rowsText() {
    return Say.count(rows())
        + (rows() == 1 ? " row" : " rows")
        + (plan.rows() > 0 ? "" : ", as in the sample");
  }

  /** Bytes of the longest hash of a field that stands before its value; 0 for none. */
  int hashBytesBefore(String field) {
    int bytes = 0;
    for (PlannedPart part : plan.key()) {
      if ((part instanceof Value || part instanceof Coded) && part.fields().contains(field)) {
        return bytes;
      }
      if (part instanceof Hash hash && hash.fields().contains(field)) {
        bytes = Math.max(bytes, hash.bytes());
      }
    }
    return 0;
  }

  /** How bad it is when values begin alike: behind a hash they meet by chance alone. */
  FindingSeverity severityBehindHash(String field) {
    return hashBytesBefore(field) > 0 ? FindingSeverity.HINT : FindingSeverity.ERROR;
  }

  /** The first part of the key that is no literal. */
  Optional<PlannedPart> leadingPart() {
    return plan.key().stream().filter(part -> !(part instanceof Literal)).findFirst();
  }

  /** Whether a part sorts rows by a time, up or down. */
  boolean isRisingTime(PlannedPart part) {
    boolean isSorted =
        part instanceof Coded coded
            ? coded.order() != CodedOrder.OTHER
            : part instanceof Value value && !value.isReversed();
    return isSorted && plan.type(part.fields().get(0)).isTime();
  }

  /** A part of the key alone, as it is written for a row. */
  PlannedKey writer(List<? extends PlannedPart> parts, ToIntFunction<String> places) {
    return new PlannedKey(plan.withKey(parts), places);
  }

  /** Whether a pattern reads cells of a family; one that names no columns reads all. */
  boolean reads(PlannedPattern pattern, PlannedFamily family) {
    return pattern.columns().isEmpty()
        || plan.columns(family).stream()
            .anyMatch(
                each ->
                    Stream.of(each.field(), each.qualifier(), each.namedBy(), name(each))
                        .anyMatch(pattern.columns()::contains));
  }

  private static String name(PlannedColumn column) {
    String name = column.isNamedByField() ? column.namedBy() : column.qualifier();
    return column.family() + ":" + name;
  }

  List<PlannedPattern> readers(PlannedFamily family) {
    return plan.patterns().stream().filter(each -> reads(each, family)).toList();
  }

  void error(FindingKind kind, double weight, String subject, String evidence, String... more) {
    add(kind, FindingSeverity.ERROR, weight, subject, evidence, more);
  }

  void warning(FindingKind kind, double weight, String subject, String evidence, String... more) {
    add(kind, FindingSeverity.WARNING, weight, subject, evidence, more);
  }

  void hint(FindingKind kind, double weight, String subject, String evidence, String... more) {
    add(kind, FindingSeverity.HINT, weight, subject, evidence, more);
  }

  /**
   * Adds a finding.
   *
   * @param more its cost, its remedy, and perhaps the remedy as lines of a design
   */
  void add(
      FindingKind kind,
      FindingSeverity severity,
      double weight,
      String subject,
      String evidence,
      String... more) {
    findings.add(
        new DesignFinding(
            kind,
            severity,
            Math.max(0, Math.min(1, weight)),
            subject,
            evidence,
            more[0],
            more[1],
            more.length > 2 ? more[2] : ""));
  }
}
