package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.table.TableDesign;

/** What a read requests from which table, but not how it is executed. Immutable. */
public record QuerySpec<R>(
    TableDesign<R> design, Conditions conditions, QuerySettings<R> settings) {
  /** Of all records. */
  public static <R> QuerySpec<R> all(TableDesign<R> design) {
    return new QuerySpec<>(design, Conditions.NONE, QuerySettings.usual());
  }

  public QuerySpec<R> with(QuerySettings<R> newSettings) {
    return new QuerySpec<>(design, conditions, newSettings);
  }

  public QuerySpec<R> with(Component field, Condition condition) {
    return new QuerySpec<>(design, conditions.with(design.shape(), field, condition), settings);
  }

  public QuerySpec<R> with(Conditions.AnyOf any) {
    return new QuerySpec<>(design, conditions.with(design.shape(), any), settings);
  }

  /** The same without a limit, of the records of which this one of several fields has the value. */
  public QuerySpec<R> ofAlternative(Component field) {
    return with(field, conditions.any().condition())
        .with(settings.withLimit(QuerySettings.ALL).withOrder(QuerySettings.Order.KEY));
  }
}
