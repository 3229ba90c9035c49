package io.rowandb.client.adapter;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;

/**
 * The condition of a {@code CheckAndMutate}. Three rules of HBase surprise: the operator stands
 * between the argument and the stored value, in this order; an empty argument means both "the
 * column is absent" and "its value is empty"; and no comparison holds where a read of the column
 * shows two versions, as NEW_VERSION_BEHAVIOR with MIN_VERSIONS does.
 */
public final class ConditionAdapter implements RowCondition {
  private final ScanSpec read;
  private final CompareOperator operator;
  private final byte[] expected;

  /** Takes the condition out of a request. */
  public ConditionAdapter(CheckAndMutate request, TableTraits table) throws IOException {
    Get get = new Get(request.getRow());
    if (request.hasFilter()) {
      get.setFilter(request.getFilter());
    } else {
      get.addColumn(request.getFamily(), request.getQualifier());
    }
    get.setTimeRange(request.getTimeRange().getMin(), request.getTimeRange().getMax());
    // HBase reads all families at once for a condition, on demand only for a get and a scan.
    get.setLoadColumnFamiliesOnDemand(false);
    this.read = ScanAdapter.spec(get, table);
    this.operator = request.hasFilter() ? null : request.getCompareOp();
    byte[] value = request.getValue();
    this.expected = value == null ? HConstants.EMPTY_BYTE_ARRAY : value;
  }

  @Override
  public ScanSpec read() {
    return read;
  }

  @Override
  public boolean test(CellBatch cells) {
    if (operator == null) {
      return !cells.isEmpty();
    }
    if (cells.isEmpty()) {
      return expected.length == 0 && operator != CompareOperator.NOT_EQUAL;
    }
    Cell stored = cells.get(0, new Cell());
    if (expected.length == 0) {
      return (stored.valueLength() == 0) == (operator != CompareOperator.NOT_EQUAL);
    }
    if (cells.size() > 1) {
      return false;
    }
    int at = stored.valueOffset();
    return holds(
        Arrays.compareUnsigned(
            expected, 0, expected.length, stored.array(), at, at + stored.valueLength()));
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
