package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.Position;
import java.io.IOException;
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
    return new Explainer<>(connection, planner, reader, read).explain();
  }
}
