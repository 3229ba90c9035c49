package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.plan.AccessPath;
import io.rowandb.schema.pattern.plan.Conditions;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes plans for reads from the design and from which of its indexes are built. Reads no records.
 * Used by any number of threads, if these may query the states of indexes.
 */
record Planner<R>(TableDesign<R> design, ReadStates states) {
  /**
   * The plan of a read on one access path.
   *
   * @throws UnservedReadException when all rows would be read without permission
   * @throws IllegalArgumentException when a rule of the table's reads is broken
   */
  QueryPlan<R> plan(QuerySpec<R> read) {
    design.rules().check(read.conditions().asked());
    AccessPath<R> path = path(read);
    checkServed(); // behind the look at the indexes, which may be new
    if (read.settings().copied()) {
      path.checkCopied(design, read.conditions());
    }
    return new QueryPlan<>(read, path);
  }

  /**
   * Refuses all reads of a view that is not complete.
   *
   * @throws UnservedReadException naming the reason and the remedy
   */
  void checkServed() {
    states
        .unserved()
        .ifPresent(
            reason -> {
              throw new UnservedReadException(reason);
            });
  }

  private AccessPath<R> path(QuerySpec<R> read) {
    Map<String, String> unbuilt = states.unbuilt();
    try {
      return path(read, unbuilt);
    } catch (UnservedReadException | IllegalArgumentException e) {
      Map<String, String> now = states.unbuiltNow();
      if (now.equals(unbuilt)) {
        throw e;
      }
      return path(read, now);
    }
  }

  private AccessPath<R> path(QuerySpec<R> read, Map<String, String> unbuilt) {
    AccessPath.Choice<R> choice =
        AccessPath.choose(design, read.conditions(), read.settings(), unbuilt);
    return choice.path().orElseThrow(() -> new UnservedReadException(choice.refusal()));
  }

  /** As {@link #plan}, also of a read that would be refused: by the row key then. */
  QueryPlan<R> unchecked(QuerySpec<R> read) {
    try {
      return plan(read);
    } catch (UnservedReadException | IllegalArgumentException e) {
      return new QueryPlan<>(read, AccessPath.byKey(design, read.conditions()));
    }
  }

  /** How a read is done. */
  PlanUnion<R> plans(QuerySpec<R> read) {
    if (read.settings().order() != QuerySettings.Order.KEY) {
      return PlanUnion.of(ordered(read, "the latest or greatest first, or last, needs"));
    }
    try {
      return PlanUnion.of(plan(read));
    } catch (UnservedReadException e) {
      return union(read).orElseThrow(() -> e);
    }
  }

  /**
   * How some fields are read of what a read finds.
   *
   * @throws IllegalArgumentException also when the read is of copies, and a field is not among them
   */
  PlanUnion<R> plans(QuerySpec<R> read, Set<Component> fields) {
    PlanUnion<R> union = plans(read);
    checkInCopies(union.plans().get(0), fields);
    return union;
  }

  private void checkInCopies(QueryPlan<R> plan, Set<Component> fields) {
    if (plan.settings().copied()) {
      plan.path().checkInCopies(design, fields);
    }
  }

  /**
   * The same read in the order of a field, bounded as pages are, when its first record that has a
   * value is found with fewer rows than all records are: by the way that all would be read, or by
   * another one whose first row is a record of the answer. Empty when there is no such way, and
   * when the read has an order or a limit of its own, as the greatest of some records need not be
   * first.
   */
  Optional<QuerySpec<R>> inOrderOf(QuerySpec<R> read, Component field, QuerySettings.Order order) {
    QuerySettings<R> settings = read.settings();
    if (settings.order() != QuerySettings.Order.KEY || settings.limit() != QuerySettings.ALL) {
      return Optional.empty();
    }
    QuerySpec<R> sorted = read.with(settings.withOrder(order, field).withPages());
    return Stream.concat(Stream.of(sorted), withoutNulls(sorted, field))
        .filter(each -> isBetter(each, read))
        .findFirst();
  }

  /** Through the indexes that lack only records whose field is null. */
  private Stream<QuerySpec<R>> withoutNulls(QuerySpec<R> sorted, Component field) {
    QuerySettings<R> settings = sorted.settings();
    return settings.index() != null || settings.asOfMillis() != QuerySettings.NOW
        ? Stream.empty()
        : AccessPath.lackingNullsOf(design, sorted.conditions(), field).stream()
            .map(index -> sorted.with(settings.withIndex(index.name())));
  }

  private boolean isBetter(QuerySpec<R> sorted, QuerySpec<R> read) {
    Optional<QueryPlan<R>> plan = planIfAny(sorted).filter(QueryPlan::mayBeMerged);
    if (plan.isEmpty() || plan.get().isUnchecked()) {
      return plan.isPresent();
    }
    return planIfAny(read)
        .filter(ofAll -> ofAll.path().index() == plan.get().path().index())
        .isPresent();
  }

  private Optional<QueryPlan<R>> planIfAny(QuerySpec<R> read) {
    try {
      return Optional.of(plan(read));
    } catch (UnservedReadException | IllegalArgumentException e) {
      return Optional.empty(); // the read of all says what is missing
    }
  }

  /** How pages of a read are read. */
  QueryPlan<R> planOfPages(QuerySpec<R> read) {
    return ordered(read.with(read.settings().withPages()), "a page needs");
  }

  /** How some fields of pages are read, as {@link #plans(QuerySpec, Set)}. */
  QueryPlan<R> planOfPages(QuerySpec<R> read, Set<Component> fields) {
    QueryPlan<R> plan = planOfPages(read);
    checkInCopies(plan, fields);
    return plan;
  }

  /** For what needs one order of all records. */
  private QueryPlan<R> ordered(QuerySpec<R> read, String wanted) {
    try {
      return plan(read);
    } catch (UnservedReadException e) {
      throw union(read).<RuntimeException>map(union -> union.unordered(wanted)).orElse(e);
    }
  }

  /** Of a read that no single way serves; empty when a field has none either. */
  Optional<PlanUnion<R>> union(QuerySpec<R> read) {
    Conditions conditions = read.conditions();
    if (conditions.any() == null || read.settings().index() != null) {
      return Optional.empty();
    }
    List<QueryPlan<R>> plans = new ArrayList<>();
    for (Component field : conditions.any().fields()) {
      if (conditions.fields().containsKey(field)) {
        return Optional.empty();
      }
      try {
        plans.add(plan(read.ofAlternative(field)));
      } catch (UnservedReadException e) {
        return Optional.empty(); // the read as a whole says what is missing
      }
    }
    return Optional.of(
        new PlanUnion<>(design, List.copyOf(plans), conditions.any(), read.settings().limit()));
  }
}
