package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.TableDesign;
import java.util.List;
import java.util.function.Function;

/**
 * How a read is executed: normally by one plan. If any of several fields may have a value, and no
 * single access path has all of these fields but each has its own, it runs one plan after the
 * other; it gives each record once, in no common order. Immutable.
 *
 * @param plans one; or one for each of the fields that the condition is on, in their order
 * @param any the condition on any of these fields; null when there is one plan
 * @param limit the limit of all together
 */
public record PlanUnion<R>(
    TableDesign<R> design, List<QueryPlan<R>> plans, Conditions.AnyOf any, long limit) {
  /** Of one plan. */
  public static <R> PlanUnion<R> of(QueryPlan<R> plan) {
    return new PlanUnion<>(plan.design(), List.of(plan), null, plan.settings().limit());
  }

  /** Whether a record may be found more than once. */
  public boolean mayRepeat() {
    return plans.size() > 1;
  }

  /**
   * Whether a record that a plan finds is found by an earlier plan too, if it does not change: the
   * plans differ in nothing but the field that the condition is on, and each finds all records that
   * meet its conditions.
   *
   * @param plan the number of the plan that finds it
   * @param values its values of the fields that the condition is on
   */
  boolean isOfEarlier(int plan, Function<Component, Object> values) {
    return any.fields().subList(0, plan).stream()
        .anyMatch(field -> any.condition().holds(values.apply(field)));
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
