package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Which rows of a table are read, and how. Immutable.
 *
 * @param families whose cells are read
 * @param versions of each cell
 * @param selection the rows
 * @param merged whether the ranges make one order, by what their rows have behind what the
 *     conditions determine
 * @param reversed whether the last row of each range is first
 * @param asOfMillis the time whose rows are read
 * @param limit how many rows are needed at most
 */
record RowRead(
    List<byte[]> families,
    int versions,
    KeySelection selection,
    boolean merged,
    boolean byField,
    boolean reversed,
    long asOfMillis,
    long limit) {
  /** The rows behind a position, read as they are taken. */
  RowSource open(Table table, Position after) throws IOException {
    return merged ? MergedRows.open(table, this, after) : new RowsInTurn(table, this, after);
  }

  /** The row of a range that has one alone. */
  Get get(int range) throws IOException {
    Get get = new Get(selection.ranges().get(range).keys().start());
    families.forEach(get::addFamily);
    get.readVersions(versions);
    if (asOfMillis != QuerySettings.NOW) {
      get.setTimeRange(0, asOfMillis + 1);
    }
    return get;
  }

  /** Some rows. */
  Scan scan(KeyRange rows) throws IOException {
    Scan scan = new Scan();
    families.forEach(scan::addFamily);
    scan.readVersions(versions);
    if (asOfMillis != QuerySettings.NOW) {
      scan.setTimeRange(0, asOfMillis + 1);
    }
    if (limit < Integer.MAX_VALUE) {
      scan.setLimit((int) limit);
    }
    if (reversed) {
      return scan.setReversed(true)
          .withStartRow(rows.stop(), /* inclusive= */ false)
          .withStopRow(rows.start(), /* inclusive= */ true);
    }
    return scan.withStartRow(rows.start()).withStopRow(rows.stop());
  }
}
