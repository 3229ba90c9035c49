package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Which rows of which table are read, and how. Immutable.
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
    Table table,
    List<byte[]> families,
    int versions,
    KeySelection selection,
    boolean merged,
    boolean reversed,
    long asOfMillis,
    long limit) {
  /** The rows behind a position, read as they are taken. */
  RowSource open(Position after) throws IOException {
    return merged ? MergedRows.open(this, after) : new RowsInTurn(this, after);
  }

  Get get(byte[] row) throws IOException {
    Get get = new Get(row);
    families.forEach(get::addFamily);
    get.readVersions(versions);
    if (asOfMillis != QuerySettings.NOW) {
      get.setTimeRange(0, asOfMillis + 1);
    }
    return get;
  }

  Scan scan() throws IOException {
    Scan scan = new Scan();
    families.forEach(scan::addFamily);
    scan.readVersions(versions);
    if (asOfMillis != QuerySettings.NOW) {
      scan.setTimeRange(0, asOfMillis + 1);
    }
    if (limit < Integer.MAX_VALUE) {
      scan.setLimit((int) limit);
    }
    return scan;
  }
}
