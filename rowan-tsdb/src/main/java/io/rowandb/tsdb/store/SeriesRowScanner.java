package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Puts rows together that the store sends in parts, within a budget. Used by one thread. */
final class SeriesRowScanner implements Closeable {
  /** A part of a row: an hour of seconds is one, one of milliseconds is many. */
  private static final int CELLS_A_PART = 5_000;

  /** And of large cells, as many as this: the budget is looked at after each part. */
  private static final long BYTES_A_PART = 1 << 21;

  private final PointKeyLayout layout;
  private final ReadBudget budget;
  private final ResultScanner scanner;
  private final Predicate<byte[]> wanted;

  /** The first part of the next row. */
  private Result ahead;

  /** All rows of a scan. */
  SeriesRowScanner(Table table, Scan scan, PointKeyLayout layout, ReadBudget budget)
      throws IOException {
    this(table, scan, layout, budget, row -> true);
  }

  /**
   * Those rows of a scan that are wanted.
   *
   * @param wanted by their keys; the others are not looked at, whatever they are
   */
  SeriesRowScanner(
      Table table, Scan scan, PointKeyLayout layout, ReadBudget budget, Predicate<byte[]> wanted)
      throws IOException {
    this.layout = layout;
    this.wanted = wanted;
    this.budget = budget;
    scanner =
        table.getScanner(
            scan.addFamily(Bytes.toBytes(TsdbTables.DATA_FAMILY))
                .setBatch(CELLS_A_PART)
                .setAllowPartialResults(true)
                .setMaxResultSize(BYTES_A_PART));
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
    while (true) {
      budget.checkTime();
      Result part = scanner.next();
      if (part == null) {
        return null;
      }
      budget.took(part);
      if (wanted.test(part.getRow())) {
        return part;
      }
    }
  }

  @Override
  public void close() {
    scanner.close();
  }
}
