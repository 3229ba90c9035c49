package io.rowandb.client.adapter;

import io.rowandb.client.filter.FilterStoppedException;
import io.rowandb.client.filter.FilterTime;
import io.rowandb.client.filter.FilterTree;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.CompareType;

/**
 * The condition of a mutation of several rows. HBase evaluates it by different rules than the
 * condition of a check-and-mutate: any comparator may be used, and an empty argument means "absent
 * or empty" whatever the operator.
 */
public final class RowsCondition implements RowCondition {
  private final ScanSpec read;
  private final CompareType operator;
  private final ByteArrayComparable expected;

  /** Takes the condition out of a request. */
  public RowsCondition(Condition condition, TableTraits table) throws IOException {
    Get get = new Get(condition.getRow().toByteArray());
    if (condition.hasFilter()) {
      get.setFilter(ProtobufUtil.toFilter(condition.getFilter()));
      this.operator = null;
      this.expected = null;
    } else {
      get.addColumn(condition.getFamily().toByteArray(), condition.getQualifier().toByteArray());
      this.operator = condition.getCompareType();
      this.expected =
          FilterTree.comparator(
              ProtobufUtil.toComparator(condition.getComparator()),
              new FilterTime(table.filterLimit()));
    }
    if (condition.hasTimeRange()) {
      TimeRange range = ProtobufUtil.toTimeRange(condition.getTimeRange());
      get.setTimeRange(range.getMin(), range.getMax());
    }
    // HBase reads all families at once for a condition, on demand only for a get and a scan.
    get.setLoadColumnFamiliesOnDemand(false);
    this.read = ScanAdapter.spec(get, table);
  }

  @Override
  public ScanSpec read() {
    return read;
  }

  @Override
  public boolean test(CellBatch cells) throws IOException {
    if (operator == null) {
      return !cells.isEmpty();
    }
    byte[] value = expected.getValue();
    boolean expectsNothing = value == null || value.length == 0;
    if (cells.isEmpty()) {
      return expectsNothing;
    }
    Cell stored = cells.get(0, new Cell());
    if (expectsNothing) {
      return stored.valueLength() == 0;
    }
    try {
      return holds(expected.compareTo(stored.array(), stored.valueOffset(), stored.valueLength()));
    } catch (FilterStoppedException e) {
      throw e.failure();
    }
  }

  private boolean holds(int comparison) {
    return switch (operator) {
      case LESS -> comparison < 0;
      case LESS_OR_EQUAL -> comparison <= 0;
      case EQUAL -> comparison == 0;
      case NOT_EQUAL -> comparison != 0;
      case GREATER_OR_EQUAL -> comparison >= 0;
      case GREATER -> comparison > 0;
      case NO_OP -> throw new IllegalArgumentException("Unknown Compare op NO_OP");
    };
  }
}
