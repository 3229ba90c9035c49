package io.rowandb.client.direct;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** HBase's older builder of a check-and-mutate with a filter. Used by one thread. */
@SuppressWarnings("deprecation") // the interface is deprecated, and programs use it
final class FilterCheckBuilder implements Table.CheckAndMutateWithFilterBuilder {
  private final Table table;
  private final byte[] row;
  private final Filter filter;
  private TimeRange timeRange;

  FilterCheckBuilder(Table table, byte[] row, Filter filter) {
    this.table = table;
    this.row = Objects.requireNonNull(row, "row is null");
    this.filter = Objects.requireNonNull(filter, "filter is null");
  }

  @Override
  public Table.CheckAndMutateWithFilterBuilder timeRange(TimeRange timeRange) {
    this.timeRange = timeRange;
    return this;
  }

  @Override
  public boolean thenPut(Put put) throws IOException {
    return table.checkAndMutate(condition(put.getRow()).build(put)).isSuccess();
  }

  @Override
  public boolean thenDelete(Delete delete) throws IOException {
    return table.checkAndMutate(condition(delete.getRow()).build(delete)).isSuccess();
  }

  @Override
  public boolean thenMutate(RowMutations mutations) throws IOException {
    return table.checkAndMutate(condition(mutations.getRow()).build(mutations)).isSuccess();
  }

  private CheckAndMutate.Builder condition(byte[] actionRow) throws IOException {
    PutRules.checkSameRow(row, actionRow);
    return CheckAndMutate.newBuilder(row).ifMatches(filter).timeRange(timeRange);
  }
}
