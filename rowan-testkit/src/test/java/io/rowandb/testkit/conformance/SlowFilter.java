package io.rowandb.testkit.conformance;

import java.time.Duration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lets only the last of ten rows through, and for each of the others the time moves on: by more
 * than half a minute, after which a server answers what it has, and less than a whole one, after
 * which the client has gone.
 */
public final class SlowFilter extends FilterBase {
  private static final Duration STEP = Duration.ofSeconds(40);

  /** The clock of the back end while a test runs; back ends run in the test's own process. */
  static volatile BackendClock clock;

  @Override
  public boolean filterRowKey(Cell cell) {
    boolean last =
        Bytes.toString(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength()).equals("r9");
    if (!last) {
      clock.advance(STEP);
    }
    return !last;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return ReturnCode.INCLUDE;
  }

  /** How HBase reads a filter of this class. */
  public static SlowFilter parseFrom(byte[] nothing) {
    return new SlowFilter();
  }
}
