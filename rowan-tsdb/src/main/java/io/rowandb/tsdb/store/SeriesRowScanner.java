package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Puts rows together that the store sends in parts, within a budget. Used by one thread. */
final class SeriesRowScanner implements Closeable {
  /** A part of a row: an hour of seconds is one, one of milliseconds is many. */
  private static final int CELLS_A_PART = 5_000;

  private final PointKeyLayout layout;
  private final ReadBudget budget;
  private final ResultScanner scanner;

  /** The first part of the next row. */
  private Result ahead;

  SeriesRowScanner(Table table, Scan scan, PointKeyLayout layout, ReadBudget budget)
      throws IOException {
    this.layout = layout;
    this.budget = budget;
    scanner =
        table.getScanner(
            scan.addFamily(Bytes.toBytes(TsdbTables.DATA_FAMILY)).setBatch(CELLS_A_PART));
  }

  /** Empty after the last. */
  Optional<SeriesRow> next() throws IOException {
    Result part = ahead == null ? part() : ahead;
    if (part == null) {
      return Optional.empty();
    }
    SeriesRow row = new SeriesRow(layout, part.getRow());
    while (part != null && Arrays.equals(part.getRow(), row.key())) {
      row.add(part);
      part = part();
    }
    ahead = part;
    return Optional.of(row);
  }

  private Result part() throws IOException {
    budget.checkTime();
    Result part = scanner.next();
    if (part != null) {
      budget.took(part);
    }
    return part;
  }

  @Override
  public void close() {
    scanner.close();
  }
}
