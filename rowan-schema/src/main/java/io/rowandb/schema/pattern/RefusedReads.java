package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.Found;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Refuses blocking reads of the queries of an asynchronous table, since such a table executes its
 * queries itself.
 */
final class RefusedReads<R> implements QueryReads<R> {
  @Override
  public Stream<R> stream(QuerySpec<R> read) {
    throw refusal();
  }

  @Override
  public Stream<Found<R>> found(QuerySpec<R> read) {
    throw refusal();
  }

  @Override
  public Stream<Object[]> values(QuerySpec<R> read, Set<Component> fields) {
    throw refusal();
  }

  @Override
  public Answers<R> answers() {
    throw refusal();
  }

  @Override
  public Page<Object[]> page(
      QuerySpec<R> read, Set<Component> fields, int size, Optional<String> token) {
    throw refusal();
  }

  @Override
  public Page<R> page(QuerySpec<R> read, int size) {
    throw refusal();
  }

  @Override
  public Page<R> page(QuerySpec<R> read, int size, String token) {
    throw refusal();
  }

  @Override
  public Explanation explain(QuerySpec<R> read) {
    throw refusal();
  }

  @Override
  public Explanation explainPages(QuerySpec<R> read) {
    throw refusal();
  }

  @Override
  public Explanation explainValues(QuerySpec<R> read, Set<Component> fields) {
    throw refusal();
  }

  @Override
  public Explanation explainExtreme(QuerySpec<R> read, Component field, QuerySettings.Order order) {
    throw refusal();
  }

  @Override
  public Explanation explainCount(QuerySpec<R> read) {
    throw refusal();
  }

  private static IllegalStateException refusal() {
    return new IllegalStateException(
        "a read that an AsyncRecordTable has begun is carried out by its methods, as list(query)");
  }
}
