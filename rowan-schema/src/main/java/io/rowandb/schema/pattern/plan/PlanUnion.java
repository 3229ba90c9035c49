package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.FieldCells;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a read is executed: normally by one plan. If any of several fields may have a value, and no
 * single access path has all of these fields but each has its own, it runs one plan after the
 * other; it gives each record once, in no common order. Immutable.
 *
 * @param limit the limit of all together
 */
public record PlanUnion<R>(TableDesign<R> design, List<QueryPlan<R>> plans, long limit) {
  /** Of one plan. */
  public static <R> PlanUnion<R> of(QueryPlan<R> plan) {
    return new PlanUnion<>(plan.design(), List.of(plan), plan.settings().limit());
  }

  /** Whether a record may be found more than once. */
  public boolean mayRepeat() {
    return plans.size() > 1;
  }

  /** The cells that are enough for some fields, as of {@link QueryPlan#cells}. */
  public Optional<FieldCells<R>> cells(Set<Component> fields) {
    return mayRepeat() ? Optional.empty() : plans.get(0).cells(fields);
  }

  /** Tells which record it is. */
  public ByteBuffer row(R record) {
    return ByteBuffer.wrap(design.key().encode(record));
  }

  /** What is refused, since it needs one order of all records. */
  public IllegalArgumentException unordered(String wanted) {
    return new IllegalArgumentException(
        wanted
            + " one order of all records, and this read is a union of "
            + plans.stream().map(plan -> plan.path().name()).toList()
            + " one after the other; an index declared anyOf these fields has one");
  }
}
