package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** The records of one range of rows. Its scanner is open from the first to the last. */
final class RangeRows<R> implements FoundIterator<R> {
  // Fixed at construction.
  private final QueryPlan<R> plan;
  private final int range;
  private final ResultScanner scanner;

  private Result next;

  private RangeRows(QueryPlan<R> plan, int range, ResultScanner scanner) {
    this.plan = plan;
    this.range = range;
    this.scanner = scanner;
  }

  /** Opens those that a range has in some rows. */
  static <R> RangeRows<R> open(QueryPlan<R> plan, int range, KeyRange rows) throws IOException {
    return new RangeRows<>(plan, range, plan.table().table().getScanner(scan(plan, rows)));
  }

  /** A range without what is before or behind a row, whichever was read. */
  static KeyRange behind(QueryPlan<?> plan, KeyRange rows, byte[] row, boolean withRow) {
    byte[] after = Arrays.copyOf(row, row.length + 1);
    if (plan.isReversed()) {
      byte[] stop = withRow ? after : row;
      return rows.stop().length > 0 && Arrays.compareUnsigned(rows.stop(), stop) < 0
          ? rows
          : new KeyRange(rows.start(), stop);
    }
    byte[] start = withRow ? row : after;
    return Arrays.compareUnsigned(rows.start(), start) > 0
        ? rows
        : new KeyRange(start, rows.stop());
  }

  static Scan scan(QueryPlan<?> plan, KeyRange rows) throws IOException {
    Scan scan = new Scan();
    plan.table()
        .design()
        .families()
        .keySet()
        .forEach(family -> scan.addFamily(Bytes.toBytes(family)));
    scan.readVersions(plan.table().design().versions());
    if (plan.isReversed()) {
      scan.setReversed(true);
      scan.withStartRow(rows.stop(), /* inclusive= */ false);
      scan.withStopRow(rows.start(), /* inclusive= */ true);
    } else {
      scan.withStartRow(rows.start()).withStopRow(rows.stop());
    }
    if (plan.settings().asOfMillis() != QuerySettings.NOW) {
      scan.setTimeRange(0, plan.settings().asOfMillis() + 1);
    }
    if (plan.isExact() && plan.settings().limit() < Integer.MAX_VALUE) {
      scan.setLimit((int) plan.settings().limit());
    }
    return scan;
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
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range has no more rows");
    }
    Result row = next;
    next = null;
    return new Found<>(plan.table().design().read(row), range, row.getRow());
  }

  @Override
  public void close() {
    scanner.close();
  }
}
