package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.NaturalOrder;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.Position;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/** Plans reads and executes them. Used by one thread. */
record TableReads<R>(Connection connection, Planner<R> planner, PlanReader<R> reader)
    implements QueryReads<R> {
  @Override
  public Stream<R> stream(QuerySpec<R> read) throws IOException {
    return reader.stream(planner.plans(read));
  }

  @Override
  public Stream<Object[]> values(QuerySpec<R> read, Set<Component> fields) throws IOException {
    return reader.values(planner.plans(read, fields), fields);
  }

  @Override
  public Optional<Object> extreme(QuerySpec<R> read, Component field, QuerySettings.Order order)
      throws IOException {
    Optional<QuerySpec<R>> sorted = planner.inOrderOf(read, field, order);
    if (sorted.isEmpty()) {
      return ofAll(read, field, order);
    }
    Optional<Object[]> first =
        Taken.from(() -> values(one(sorted.get()), Set.of(field)), Stream::findFirst);
    Optional<Object> value = first.map(values -> values[field.index()]);
    return first.isPresent() && value.isEmpty()
        ? Taken.from(() -> present(sorted.get(), field), Stream::findFirst) // behind the nulls
        : value;
  }

  private static <R> QuerySpec<R> one(QuerySpec<R> sorted) {
    return sorted.with(sorted.settings().withLimit(1));
  }

  /** The values of a field, where there are any. */
  private Stream<Object> present(QuerySpec<R> read, Component field) throws IOException {
    return values(read, Set.of(field))
        .map(values -> values[field.index()])
        .filter(Objects::nonNull);
  }

  private Optional<Object> ofAll(QuerySpec<R> read, Component field, QuerySettings.Order order)
      throws IOException {
    BinaryOperator<Object> better =
        order == QuerySettings.Order.LEAST_FIRST
            ? BinaryOperator.minBy(NaturalOrder::compare)
            : BinaryOperator.maxBy(NaturalOrder::compare);
    return Taken.from(() -> present(read, field), all -> all.reduce(better));
  }

  @Override
  public long count(QuerySpec<R> read) throws IOException {
    return reader.count(planner.plans(read));
  }

  @Override
  public Page<R> page(QuerySpec<R> read, int size) throws IOException {
    return reader.page(planner.planOfPages(read), size, Position.START);
  }

  @Override
  public Page<R> page(QuerySpec<R> read, int size, String token) throws IOException {
    QueryPlan<R> plan = planner.planOfPages(read);
    return reader.page(plan, size, plan.position(token));
  }

  @Override
  public Explanation explain(QuerySpec<R> read) throws IOException {
    return explained(read, Wanted.records());
  }

  @Override
  public Explanation explainValues(QuerySpec<R> read, Set<Component> fields) throws IOException {
    return explained(read, Wanted.values(fields));
  }

  @Override
  public Explanation explainExtreme(QuerySpec<R> read, Component field, QuerySettings.Order order)
      throws IOException {
    QuerySpec<R> done = planner.inOrderOf(read, field, order).map(TableReads::one).orElse(read);
    return explained(done, Wanted.values(Set.of(field)));
  }

  @Override
  public Explanation explainCount(QuerySpec<R> read) throws IOException {
    return explained(read, Wanted.count());
  }

  private Explanation explained(QuerySpec<R> read, Wanted wanted) throws IOException {
    return new Explainer<>(connection, planner, reader, read, wanted).explain();
  }
}
