package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is added to the row of a record in the step that writes the record: counts, and details in
 * columns. Used by one thread until it is complete.
 *
 * @param <R> the record
 */
public final class RowAdditions<R> {
  /** Details of one field, by their keys. */
  private static final class Added<R, D> {
    // Fixed at construction.
    private final WideDetails<R, D> mapping;
    private final SortedMap<byte[], D> details = new TreeMap<>(Arrays::compareUnsigned);

    Added(WideDetails<R, D> mapping) {
      this.mapping = mapping;
    }

    void add(Object detail) {
      RecordShape<D> shape = mapping.design().shape();
      D own = shape.copy(shape.type().cast(detail)); // the caller may change its object
      details.put(mapping.keyOf(own), own);
    }

    R in(R record, TableDesign<R> design) {
      SortedMap<byte[], D> all = mapping.of(record);
      all.putAll(details);
      Iterator<D> each = all.values().iterator();
      return design.shape().with(record, mapping.component(), mapping.valueOf(each));
    }

    void addTo(RowChange change) {
      details.values().forEach(each -> mapping.add(each, change));
    }
  }

  // Fixed at construction.
  private final TableDesign<R> design;

  private final Map<Column, Long> counts = new LinkedHashMap<>();
  private final Map<Component, Added<R, ?>> details = new LinkedHashMap<>();

  /** None yet. */
  public RowAdditions(TableDesign<R> design) {
    this.design = Given.notNull(design, "the design of what is added");
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return counts.isEmpty() && details.isEmpty();
  }

  /**
   * Adds to a counter.
   *
   * @throws IllegalArgumentException when the field is no counter
   * @throws ArithmeticException when all that is added to it is too great for a {@code long}
   */
  public void count(Field<R, Long> counter, long amount) {
    Column column = design.counter(counter);
    long before = counts.getOrDefault(column, 0L);
    try {
      counts.put(column, Math.addExact(before, amount));
    } catch (ArithmeticException e) {
      throw tooGreat(counter, before, amount);
    }
  }

  private ArithmeticException tooGreat(Field<R, Long> counter, long before, long more) {
    return new ArithmeticException(
        before
            + " and "
            + more
            + " are added to "
            + design.shape().describe(design.shape().component(counter))
            + " as one, and a long has not so much room");
  }

  /**
   * Adds a detail, or replaces that with its key.
   *
   * @throws IllegalArgumentException when the field has no details, or the detail is null or has no
   *     form
   * @throws IllegalStateException when the field has its details in rows of their own
   */
  public void detail(Field<R, ?> field, Object detail) {
    Component component = design.shape().component(field);
    String name = design.shape().describe(component);
    Given.notNull(detail, "a detail of " + name);
    Added<R, ?> added = details.computeIfAbsent(component, each -> new Added<>(wide(each)));
    added.add(detail);
    added.addTo(new RowChange(new byte[] {0})); // refused before anything is written
  }

  private WideDetails<R, ?> wide(Component field) {
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping.component().equals(field)) {
        if (mapping instanceof WideDetails<R, ?> wide) {
          return wide;
        }
        throw new IllegalStateException(
            mapping.name()
                + " is in rows of its own, and HBase writes as one what is in one row: add it by"
                + " details(..), or declare DetailLayout.wide");
      }
    }
    throw new IllegalArgumentException(
        design.shape().describe(field) + " is not declared to have details");
  }

  /** A record with the details. */
  public R in(R record) {
    R with = record;
    for (Added<R, ?> each : details.values()) {
      with = each.in(with, design);
    }
    return with;
  }

  /** Adds all to a change of the row. */
  public void addTo(RowChange change) {
    counts.forEach(change::count);
    details.values().forEach(each -> each.addTo(change));
  }
}
