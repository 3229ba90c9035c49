package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.Stretch;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
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
  public Stream<Found<R>> found(QuerySpec<R> read) throws IOException {
    return reader.found(planner.plans(read));
  }

  @Override
  public Stream<Object[]> values(QuerySpec<R> read, Set<Component> fields) throws IOException {
    return reader.values(planner.plans(read, fields), fields);
  }

  @Override
  public Answers<R> answers() {
    return new Answers<>(planner, reader);
  }

  @Override
  public Page<Object[]> page(
      QuerySpec<R> read, Set<Component> fields, int size, Optional<String> token)
      throws IOException {
    QueryPlan<R> plan = planner.planOfPages(read, fields);
    return reader.page(
        plan, fields, size, token.isEmpty() ? Stretch.ALL : plan.stretch(token.get()));
  }

  @Override
  public Page<R> page(QuerySpec<R> read, int size) throws IOException {
    return reader.page(planner.planOfPages(read), size, Stretch.ALL);
  }

  @Override
  public Page<R> page(QuerySpec<R> read, int size, String token) throws IOException {
    QueryPlan<R> plan = planner.planOfPages(read);
    return reader.page(plan, size, plan.stretch(token));
  }

  @Override
  public Explanation explain(QuerySpec<R> read) throws IOException {
    return explained(read, Wanted.records());
  }

  @Override
  public Explanation explainPages(QuerySpec<R> read) throws IOException {
    return explained(read.with(read.settings().withPages()), Wanted.pages());
  }

  @Override
  public Explanation explainValues(QuerySpec<R> read, Set<Component> fields) throws IOException {
    return explained(read, Wanted.values(fields));
  }

  @Override
  public Explanation explainExtreme(QuerySpec<R> read, Component field, QuerySettings.Order order)
      throws IOException {
    QuerySpec<R> done = planner.inOrderOf(read, field, order).map(Answers::one).orElse(read);
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
