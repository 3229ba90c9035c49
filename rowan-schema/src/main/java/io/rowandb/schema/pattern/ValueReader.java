package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Reads some fields of what plans find: {@link PlanReader} with a thread that waits, so that every
 * future is complete, {@link AsyncPlanReader} without one.
 */
interface ValueReader<R> {
  /**
   * Gives the values of fields to a taker, record by record in the order of the read, until it says
   * that it wants no more.
   *
   * @param taker gets a place for each component, at its index; called by one thread at a time
   */
  CompletableFuture<Void> values(
      PlanUnion<R> union, Set<Component> fields, Predicate<Object[]> taker);

  /** The same of whole records. */
  CompletableFuture<Void> records(PlanUnion<R> union, Predicate<R> taker);

  /** How many rows are in the ranges of a plan, whatever its limit. */
  CompletableFuture<Long> countRows(QueryPlan<R> plan);
}
