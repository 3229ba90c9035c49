package io.rowandb.design.measure;

import io.rowandb.design.key.ColumnTally;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/** What the calls of a pattern read, and how long they took. One thread. */
final class ReadTally {
  private final long[] nanos;
  private int calls;
  private long rows;
  private long cells;
  private long bytes;
  private long regions;

  ReadTally(int mostCalls) {
    this.nanos = new long[mostCalls];
  }

  void add(Result row) {
    if (row.isEmpty()) {
      return;
    }
    rows++;
    for (Cell each : row.rawCells()) {
      cells++;
      bytes += bytes(each);
    }
  }

  /** As {@link ColumnTally} counts them. */
  static long bytes(Cell cell) {
    return ColumnTally.CELL_OVERHEAD
        + (long) cell.getRowLength()
        + cell.getFamilyLength()
        + cell.getQualifierLength()
        + cell.getValueLength();
  }

  void addRegions(long more) {
    regions += more;
  }

  void endCall(long took) {
    nanos[calls++] = took;
  }

  int calls() {
    return calls;
  }

  long rows() {
    return rows;
  }

  long cells() {
    return cells;
  }

  long bytes() {
    return bytes;
  }

  double each(long sum) {
    return calls == 0 ? 0 : (double) sum / calls;
  }

  double regionsEach() {
    return each(regions);
  }

  /** Microseconds that so many percent of the calls took at most. */
  long micros(int percent) {
    if (calls == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(nanos, calls);
    Arrays.sort(sorted);
    return sorted[(calls * percent + 99) / 100 - 1] / 1000;
  }
}
