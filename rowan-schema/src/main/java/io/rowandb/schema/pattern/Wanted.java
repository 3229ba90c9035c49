package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.rows.RowOrder;
import io.rowandb.schema.table.FieldCells;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is wanted of the records that a read finds: to explain what is read for it. Immutable.
 *
 * @param fields the fields that are wanted; empty for records
 * @param counted whether only their number is
 * @param paged whether they are wanted page by page
 */
record Wanted(Optional<Set<Component>> fields, boolean counted, boolean paged) {
  static Wanted records() {
    return new Wanted(Optional.empty(), /* counted= */ false, /* paged= */ false);
  }

  static Wanted pages() {
    return new Wanted(Optional.empty(), /* counted= */ false, /* paged= */ true);
  }

  static Wanted values(Set<Component> fields) {
    return new Wanted(Optional.of(fields), /* counted= */ false, /* paged= */ false);
  }

  static Wanted count() {
    return new Wanted(Optional.of(Set.of()), /* counted= */ true, /* paged= */ false);
  }

  /** What servers send of each row that a plan reads, for people. */
  String sent(QueryPlan<?> plan) {
    if (isCountedByRows(plan)) {
      return "its first cell, without the value";
    }
    if (plan.path().index() == null) {
      return cells(plan).map(FieldCells::describe).orElse("all of it");
    }
    return isOfCopies(plan)
        ? "the entry with its copies, and where it has none the row of its record"
        : "the entry, and the row of its record";
  }

  /** Where pages of a plan end, for people; empty when none are wanted. */
  Optional<String> end(QueryPlan<?> plan) {
    if (!paged) {
      return Optional.empty();
    }
    if (!plan.mayMove()) {
      return Optional.of("with the last row; no record moves ahead in these");
    }
    boolean one = plan.path().selection().ranges().size() == 1;
    if (one || isInOneOrder(plan)) {
      return Optional.of(
          "with the last entry as of the first page, found by another scan of one row"
              + (one ? "" : " of each range"));
    }
    return Optional.of(
        plan.isMerged()
            ? "in each group of merged ranges with its last entry as of the first page that ends"
                + " there, found by another scan of one row of each range of the group"
            : "in each range with its last entry as of the first page that ends there, found by"
                + " another scan of one row");
  }

  /** Whether no range is read behind another one. */
  private static boolean isInOneOrder(QueryPlan<?> plan) {
    RowOrder order = new RowOrder(plan.rows());
    return IntStream.range(0, plan.path().selection().ranges().size())
        .allMatch(range -> order.together(0, range));
  }

  private boolean isOfCopies(QueryPlan<?> plan) {
    return plan.settings().copied() || (!ofRecords(plan) && plan.isInCopies(fields.orElseThrow()));
  }

  private boolean isCountedByRows(QueryPlan<?> plan) {
    return counted && plan.mayStopByRows();
  }

  private <R> Optional<FieldCells<R>> cells(QueryPlan<R> plan) {
    return ofRecords(plan) ? Optional.empty() : fields.flatMap(plan::cells);
  }

  /** Whether records are wanted, so that malformed ones are told from others. */
  private boolean ofRecords(QueryPlan<?> plan) {
    return fields.isEmpty() || (counted && !plan.settings().endsAtMalformed());
  }

  /**
   * Whether whole records are made, with details in rows of their own; of an index with copies
   * those alone whose entries have none.
   */
  boolean needsRecords(QueryPlan<?> plan) {
    boolean ofCopies = plan.path().index() != null && isOfCopies(plan);
    return !isCountedByRows(plan) && !ofCopies && cells(plan).isEmpty();
  }
}
