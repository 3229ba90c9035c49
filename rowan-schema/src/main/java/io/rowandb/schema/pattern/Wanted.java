package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.table.FieldCells;
import java.util.Optional;
import java.util.Set;

/**
 * What is wanted of the records that a read finds: to explain what is read for it. Immutable.
 *
 * @param fields the fields that are wanted; empty for records
 * @param counted whether only their number is
 */
record Wanted(Optional<Set<Component>> fields, boolean counted) {
  static Wanted records() {
    return new Wanted(Optional.empty(), /* counted= */ false);
  }

  static Wanted values(Set<Component> fields) {
    return new Wanted(Optional.of(fields), /* counted= */ false);
  }

  static Wanted count() {
    return new Wanted(Optional.of(Set.of()), /* counted= */ true);
  }

  /** What servers send of each row that a plan reads, for people. */
  String sent(QueryPlan<?> plan) {
    if (isCountedByRows(plan)) {
      return "its first cell, without the value";
    }
    return cells(plan).map(FieldCells::describe).orElseGet(() -> ofRecord(plan));
  }

  private static String ofRecord(QueryPlan<?> plan) {
    if (plan.path().index() == null) {
      return "all of it";
    }
    return plan.settings().copied()
        ? "the entry with its copies, and where it has none the row of its record"
        : "the entry, and the row of its record";
  }

  private boolean isCountedByRows(QueryPlan<?> plan) {
    return counted && plan.mayStopByRows();
  }

  private <R> Optional<FieldCells<R>> cells(QueryPlan<R> plan) {
    boolean ofRecords = counted && !plan.settings().endsAtMalformed();
    return ofRecords ? Optional.empty() : fields.flatMap(plan::cells);
  }

  /** Whether whole records are made, with details in rows of their own. */
  boolean needsRecords(QueryPlan<?> plan) {
    return !isCountedByRows(plan) && cells(plan).isEmpty();
  }
}
