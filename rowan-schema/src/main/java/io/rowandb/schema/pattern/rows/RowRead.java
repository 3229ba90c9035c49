package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * Which rows of a table are read, and how. Immutable.
 *
 * @param families the families whose cells are read
 * @param versions of each cell
 * @param cells makes the filter that takes what is needed of each row, for each scan or call its
 *     own; empty for whole rows
 * @param selection the rows
 * @param merged whether the ranges are merged into one order, by what their rows have after the
 *     parts that the conditions determine
 * @param reversed whether the last row of each range is first
 * @param asOfMillis the time whose rows are read
 * @param limit the number of rows needed at first
 * @param stopsByRows whether each row is one of them, so that no more rows are needed
 */
public record RowRead(
    List<byte[]> families,
    int versions,
    Optional<Supplier<Filter>> cells,
    KeySelection selection,
    boolean merged,
    boolean byField,
    boolean reversed,
    long asOfMillis,
    long limit,
    boolean stopsByRows) {
  /** No limit. */
  public static final long ALL = Long.MAX_VALUE;

  /** No time but the present. */
  public static final long NOW = Long.MAX_VALUE;

  /** The same rows, of which some cells are needed. */
  public RowRead with(int newVersions, Supplier<Filter> newCells) {
    return new RowRead(
        families,
        newVersions,
        Optional.of(newCells),
        selection,
        merged,
        byField,
        reversed,
        asOfMillis,
        limit,
        stopsByRows);
  }

  /** The row of a range that has one alone. */
  public Get get(int range) throws IOException {
    Get get = new Get(selection.ranges().get(range).keys().start());
    families.forEach(get::addFamily);
    get.readVersions(versions);
    cells.ifPresent(filter -> get.setFilter(filter.get()));
    if (asOfMillis != NOW) {
      get.setTimeRange(0, asOfMillis + 1);
    }
    return get;
  }

  /** Some rows. */
  public Scan scan(KeyRange rows) throws IOException {
    return scan(rows, reversed);
  }

  /** The key of the last of some rows. */
  public Scan scanOfLast(KeyRange rows) throws IOException {
    Filter key = new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter());
    return scan(rows, !reversed).setFilter(key).setLimit(1).setCaching(1);
  }

  private Scan scan(KeyRange rows, boolean fromLast) throws IOException {
    Scan scan = new Scan();
    families.forEach(scan::addFamily);
    scan.readVersions(versions);
    if (cells.isPresent()) {
      scan.setFilter(cells.get().get());
    }
    if (asOfMillis != NOW) {
      scan.setTimeRange(0, asOfMillis + 1);
    }
    if (limit < Integer.MAX_VALUE) {
      int rowsNeeded = (int) limit;
      scan = stopsByRows ? scan.setLimit(rowsNeeded) : scan.setCaching(rowsNeeded);
    }
    if (fromLast) {
      return scan.setReversed(true)
          .withStartRow(rows.stop(), /* inclusive= */ false)
          .withStopRow(rows.start(), /* inclusive= */ true);
    }
    return scan.withStartRow(rows.start()).withStopRow(rows.stop());
  }

  /** A range without what is read before a row. */
  public KeyRange behind(KeyRange rows, byte[] row, boolean withRow) {
    return reversed ? below(rows, row, withRow) : above(rows, row, withRow);
  }

  /** A range without what is read behind a row. */
  KeyRange upTo(KeyRange rows, byte[] row, boolean withRow) {
    return reversed ? above(rows, row, withRow) : below(rows, row, withRow);
  }

  private static byte[] next(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }

  private static KeyRange below(KeyRange rows, byte[] row, boolean withRow) {
    byte[] stop = withRow ? next(row) : row;
    return rows.stop().length > 0 && Arrays.compareUnsigned(rows.stop(), stop) < 0
        ? rows
        : new KeyRange(rows.start(), stop);
  }

  private static KeyRange above(KeyRange rows, byte[] row, boolean withRow) {
    byte[] start = withRow ? row : next(row);
    return Arrays.compareUnsigned(rows.start(), start) > 0
        ? rows
        : new KeyRange(start, rows.stop());
  }
}
