package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How a read is done: by one plan; or, when any of several fields has a value, and no way has all
 * of these fields, but each of them has one, by one plan after the other, each record once, in no
 * common order. Immutable.
 *
 * @param limit of all together
 */
record PlanUnion<R>(RecordTable<R> table, List<QueryPlan<R>> plans, long limit) {
  /** Of one plan. */
  static <R> PlanUnion<R> of(QueryPlan<R> plan) {
    return new PlanUnion<>(plan.table(), List.of(plan), plan.settings().limit());
  }

  /** Whether a record may be found more than once. */
  boolean mayRepeat() {
    return plans.size() > 1;
  }

  /** Tells which record it is. */
  ByteBuffer row(R record) {
    return ByteBuffer.wrap(table.design().key().encode(record));
  }

  /** Of a read that no single way serves; empty when a field has none either. */
  static <R> Optional<PlanUnion<R>> of(RecordTable<R> table, Query<R> query) {
    Conditions conditions = query.conditions();
    if (conditions.any() == null || query.settings().index() != null) {
      return Optional.empty();
    }
    List<QueryPlan<R>> plans = new ArrayList<>();
    for (Component field : conditions.any().fields()) {
      if (conditions.fields().containsKey(field)) {
        return Optional.empty();
      }
      try {
        plans.add(QueryPlan.of(table, query.ofAlternative(field)));
      } catch (UnservedReadException e) {
        return Optional.empty(); // the read as a whole says what is missing
      }
    }
    return Optional.of(new PlanUnion<>(table, List.copyOf(plans), query.settings().limit()));
  }

  /** What is refused, since it needs one order of all records. */
  IllegalArgumentException unordered(String wanted) {
    return new IllegalArgumentException(
        wanted
            + " one order of all records, and this read is a union of "
            + plans.stream().map(plan -> plan.path().name()).toList()
            + " one after the other; an index declared anyOf these fields has one");
  }

  /** The records, read as they are taken. */
  Stream<R> stream() throws IOException {
    if (!mayRepeat()) {
      return plans.get(0).stream(Position.START).map(Found::record);
    }
    Stream<Found<R>> all = Stream.empty();
    for (QueryPlan<R> plan : plans) {
      try {
        all = Stream.concat(all, plan.stream(Position.START));
      } catch (IOException | RuntimeException | Error e) {
        all.close();
        throw e;
      }
    }
    Set<ByteBuffer> seen = new HashSet<>();
    Stream<R> records =
        EndsByFailure.stream(
            all.map(Found::record).iterator(), each -> seen.add(row(each)), all::close);
    return limit == QuerySettings.ALL ? records : records.limit(limit);
  }
}
