package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;

/** One range of rows. Its scanner is open from the first row to the last. */
final class RangeRows implements RowSource {
  // Fixed at construction.
  private final int range;
  private final ResultScanner scanner;

  private Result next;

  private RangeRows(int range, ResultScanner scanner) {
    this.range = range;
    this.scanner = scanner;
  }

  /** Opens those that a range has in some rows. */
  public static RangeRows open(Table table, RowRead read, int range, KeyRange rows)
      throws IOException {
    return new RangeRows(range, table.getScanner(read.scan(rows)));
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      try {
        next = scanner.next();
      } catch (IOException e) {
        scanner.close();
        throw new UncheckedIOException(e);
      }
      if (next == null) {
        scanner.close();
      }
    }
    return next != null;
  }

  @Override
  public ScannedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range has no more rows");
    }
    Result row = next;
    next = null;
    return new ScannedRow(row, range);
  }

  @Override
  public void close() {
    scanner.close();
  }
}
