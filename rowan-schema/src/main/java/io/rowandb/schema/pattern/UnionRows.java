package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.plan.GivenOnce;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.rows.Found;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/**
 * What the plans of a union find, one plan after the other, each record once. One plan is open at a
 * time. Used by one thread.
 *
 * @param <R> the record
 * @param <V> what is read: the record, or values of its fields
 */
final class UnionRows<R, V> implements Iterator<Found<V>> {
  /** Opens what a plan finds. */
  @FunctionalInterface
  interface Opening<R, V> {
    Stream<Found<V>> open(QueryPlan<R> plan) throws IOException;
  }

  // Fixed at construction.
  private final PlanUnion<R> union;
  private final GivenOnce<V> given;
  private final Opening<R, V> opening;

  private Stream<Found<V>> open = Stream.empty();
  private Iterator<Found<V>> current = open.iterator();

  /** The number of the plan that is open; -1 before the first. */
  private int plan = -1;

  private Found<V> next;

  UnionRows(PlanUnion<R> union, GivenOnce<V> given, Opening<R, V> opening) {
    this.union = union;
    this.given = given;
    this.opening = opening;
  }

  @Override
  public boolean hasNext() {
    while (next == null && (current.hasNext() || openNext())) {
      Found<V> found = current.hasNext() ? current.next() : null;
      next = found != null && given.isFirst(plan, found) ? found : null;
    }
    return next != null;
  }

  /** Whether there was another plan. */
  private boolean openNext() {
    if (plan + 1 >= union.plans().size()) {
      return false;
    }
    open.close();
    plan++;
    try {
      open = opening.open(union.plans().get(plan));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    current = open.iterator();
    return true;
  }

  @Override
  public Found<V> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more records");
    }
    Found<V> taken = next;
    next = null;
    return taken;
  }

  /** Closes the plan that is open. */
  void close() {
    open.close();
  }
}
