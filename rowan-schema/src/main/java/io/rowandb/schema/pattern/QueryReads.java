package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Executes the reads of a {@link Query} in the thread of its table. */
interface QueryReads<R> {
  /** {@link Query#stream}. */
  Stream<R> stream(QuerySpec<R> read) throws IOException;

  /** Some fields of what is found: a place for each component, at its index. */
  Stream<Object[]> values(QuerySpec<R> read, Set<Component> fields) throws IOException;

  /**
   * The least or the greatest value of a field.
   *
   * @param order which of the two
   * @return empty when no record has a value
   */
  Optional<Object> extreme(QuerySpec<R> read, Component field, QuerySettings.Order order)
      throws IOException;

  /** {@link Query#count}. */
  long count(QuerySpec<R> read) throws IOException;

  /** {@link Query#page(int)}. */
  Page<R> page(QuerySpec<R> read, int size) throws IOException;

  /** {@link Query#page(int, String)}. */
  Page<R> page(QuerySpec<R> read, int size, String token) throws IOException;

  /** {@link Query#explain}. */
  Explanation explain(QuerySpec<R> read) throws IOException;

  /** What {@link #values} would do. */
  Explanation explainValues(QuerySpec<R> read, Set<Component> fields) throws IOException;

  /** What {@link #extreme} would do. */
  Explanation explainExtreme(QuerySpec<R> read, Component field, QuerySettings.Order order)
      throws IOException;

  /** What {@link #count} would do. */
  Explanation explainCount(QuerySpec<R> read) throws IOException;
}
