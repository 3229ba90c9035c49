package io.rowandb.testkit.conformance;

import java.time.Duration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Takes longer over each cell than a call of a scan may: it moves the clock on. Lets the cells of
 * row r2 pass.
 */
public final class SlowCellFilter extends FilterBase {
  private static final Duration STEP = Duration.ofSeconds(40);

  /** The clock of the back end while a test runs; back ends run in the test's own process. */
  static volatile BackendClock clock;

  @Override
  public ReturnCode filterCell(Cell cell) {
    clock.advance(STEP);
    return CellUtil.matchingRows(cell, Bytes.toBytes("r2")) ? ReturnCode.INCLUDE : ReturnCode.SKIP;
  }

  /** How HBase reads a filter of this class. */
  public static SlowCellFilter parseFrom(byte[] nothing) {
    return new SlowCellFilter();
  }
}
