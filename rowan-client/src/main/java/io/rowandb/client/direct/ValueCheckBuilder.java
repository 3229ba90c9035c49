package io.rowandb.client.direct;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.TimeRange;

/** HBase's older builder of a check-and-mutate on a column. Used by one thread. */
@SuppressWarnings("deprecation") // the interface is deprecated, and programs use it
final class ValueCheckBuilder implements Table.CheckAndMutateBuilder {
  private final Table table;
  private final byte[] row;
  private final byte[] family;
  private byte[] qualifier;
  private TimeRange timeRange;
  private CompareOperator operator;
  private byte[] value;

  ValueCheckBuilder(Table table, byte[] row, byte[] family) {
    this.table = table;
    this.row = Objects.requireNonNull(row, "row is null");
    this.family = Objects.requireNonNull(family, "family is null");
  }

  @Override
  public Table.CheckAndMutateBuilder qualifier(byte[] qualifier) {
    this.qualifier =
        Objects.requireNonNull(qualifier, "qualifier is null; an empty one may be left out");
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder timeRange(TimeRange timeRange) {
    this.timeRange = timeRange;
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder ifNotExists() {
    this.operator = CompareOperator.EQUAL;
    this.value = null;
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder ifMatches(CompareOperator compareOp, byte[] value) {
    this.operator = Objects.requireNonNull(compareOp, "compareOp is null");
    this.value = Objects.requireNonNull(value, "value is null");
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
    Objects.requireNonNull(
        operator, "condition is null: call ifNotExists, ifEquals or ifMatches first");
    PutRules.checkSameRow(row, actionRow);
    return CheckAndMutate.newBuilder(row)
        .ifMatches(family, qualifier, operator, value)
        .timeRange(timeRange);
  }
}
