package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.table.RowAdditions;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Changes of one record that are made as one step: all of them or none, and no reader sees some of
 * them alone. HBase does so with what is in one row, so these are the changes that stay in the
 * record's row: of fields, counters, and details in columns. The compiler refuses those of other
 * records, and of other types. Built and run once, by one thread; values and details that are given
 * must not change until {@code run} has ended.
 *
 * @param <R> the record
 * @param <S> what the calls return, which is this
 */
public abstract sealed class ChangesTogether<R, S extends ChangesTogether<R, S>>
    permits RecordChanges, AsyncRecordChanges {
  /** Takes part in a change of a record of a design. */
  @FunctionalInterface
  private interface Part<R> {
    void into(Prepared<R> changes);
  }

  private final List<Part<R>> parts = new ArrayList<>();

  /** Of which no value is given yet. */
  private final List<Field<R, ?>> unset = new ArrayList<>();

  private Predicate<R> condition = there -> true;

  ChangesTogether() {}

  abstract S self();

  private S with(Part<R> part) {
    parts.add(part);
    return self();
  }

  /**
   * The new value of a field, which is given next, so that the field alone says of which type it
   * is.
   *
   * @param <T> the type of the field; of a primitive one, its wrapper class
   * @param <S> what the call returns: the changes
   */
  @FunctionalInterface
  public interface NewValue<T, S> {
    /** Changes the field to a value. */
    S to(T value);
  }

  /**
   * Changes a field that is written with the record, to a value that is given next: {@code
   * set(Post::title).to("x")}.
   *
   * @param field no counter, history, or field with details, and none that the key depends on; else
   *     {@code run} fails with an {@link IllegalArgumentException}, and also if no value is given
   */
  public <T> NewValue<T, S> set(Field<R, T> field) {
    unset.add(field);
    return value -> {
      unset.remove(field);
      return with(changes -> changes.set(field, value));
    };
  }

  /** Changes the record, as {@link RecordWrites#update} says. */
  public S change(UnaryOperator<R> change) {
    Given.notNull(change, "the change of a record");
    return with(changes -> changes.change(change));
  }

  /**
   * Adds to a counter, as {@link RecordTable#increment} does.
   *
   * @param amount may be negative
   */
  public S increment(Field<R, Long> counter, long amount) {
    return with(changes -> changes.additions.count(counter, amount));
  }

  /**
   * Adds a detail of a list, or replaces that with the same key, as {@link Details#put} does.
   *
   * @param field with details in columns; {@code run} fails with an {@link IllegalStateException}
   *     if they are in rows of their own
   */
  public <D> S add(Field<R, List<D>> field, D detail) {
    return with(changes -> changes.additions.detail(field, detail));
  }

  /** The same of a map of details. */
  public <K, D> S addToMap(Field<R, Map<K, D>> field, D detail) {
    return with(changes -> changes.additions.detail(field, detail));
  }

  /**
   * Makes the changes only if the record meets a condition; of several, all of them.
   *
   * @param wanted as for {@link RecordWrites#putIf}
   */
  public S onlyIf(Predicate<? super R> wanted) {
    condition = condition.and(Given.notNull(wanted, "the condition of changes of a record"));
    return self();
  }

  /**
   * The changes as a table of the design makes them.
   *
   * @throws IllegalArgumentException when a field cannot be changed so or is given no value, or
   *     there is no change
   * @throws IllegalStateException when details are in rows of their own
   */
  final Prepared<R> of(TableDesign<R> design) {
    Prepared<R> changes = new Prepared<>(design, condition);
    parts.forEach(part -> part.into(changes));
    if (!unset.isEmpty()) {
      throw new IllegalArgumentException(
          design.shape().describe(design.shape().component(unset.get(0)))
              + " is to be set, and no value is given: set(field).to(value)");
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          "no change of a record of " + design.name() + " is given, and run() makes them");
    }
    return changes;
  }

  /** Changes of a record of a design. Not changed once it is complete. */
  static final class Prepared<R> {
    // Fixed at construction.
    private final TableDesign<R> design;
    private final Predicate<R> condition;
    private final RowAdditions<R> additions;

    private UnaryOperator<R> change = UnaryOperator.identity();

    private Prepared(TableDesign<R> design, Predicate<R> condition) {
      this.design = design;
      this.condition = condition;
      additions = new RowAdditions<>(design);
    }

    private <T> void set(Field<R, T> field, T value) {
      RecordShape<R> shape = design.shape();
      Component component = design.updates().writtenField(field);
      Object plain = shape.plain(component, value);
      change(there -> shape.with(there, component, plain));
    }

    private void change(UnaryOperator<R> next) {
      UnaryOperator<R> before = change;
      change = there -> next.apply(before.apply(there));
    }

    Predicate<R> condition() {
      return condition;
    }

    UnaryOperator<R> change() {
      return change;
    }

    RowAdditions<R> additions() {
      return additions;
    }
  }
}
