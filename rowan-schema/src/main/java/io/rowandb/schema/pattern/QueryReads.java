package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.Found;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Executes the reads of a {@link RecordQuery} in the thread of its table. */
interface QueryReads<R> {
  /** {@link RecordQuery#stream}. */
  Stream<R> stream(QuerySpec<R> read) throws IOException;

  /** The same, with the rows of the records. */
  Stream<Found<R>> found(QuerySpec<R> read) throws IOException;

  /** Some fields of what is found: a place for each component, at its index. */
  Stream<Object[]> values(QuerySpec<R> read, Set<Component> fields) throws IOException;

  /** What is asked of many records at once; its futures are complete. */
  Answers<R> answers();

  /**
   * Some fields of a page of what is found, as {@link #values}.
   *
   * @param token of the page before; empty for the first
   */
  Page<Object[]> page(QuerySpec<R> read, Set<Component> fields, int size, Optional<String> token)
      throws IOException;

  /** {@link RecordQuery#page(int)}. */
  Page<R> page(QuerySpec<R> read, int size) throws IOException;

  /** {@link RecordQuery#page(int, String)}. */
  Page<R> page(QuerySpec<R> read, int size, String token) throws IOException;

  /** {@link RecordQuery#explain}. */
  Explanation explain(QuerySpec<R> read) throws IOException;

  /** {@link RecordQuery#explainPages}. */
  Explanation explainPages(QuerySpec<R> read) throws IOException;

  /** What {@link #values} would do. */
  Explanation explainValues(QuerySpec<R> read, Set<Component> fields) throws IOException;

  /** What {@link Answers#extreme} would do. */
  Explanation explainExtreme(QuerySpec<R> read, Component field, QuerySettings.Order order)
      throws IOException;

  /** What {@link Answers#count} would do. */
  Explanation explainCount(QuerySpec<R> read) throws IOException;
}
