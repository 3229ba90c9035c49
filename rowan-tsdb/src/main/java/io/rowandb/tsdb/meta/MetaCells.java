package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.json.JsonCells;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Which cells meta data are in, and how one is deleted. */
final class MetaCells {
  static final byte[] FAMILY = Bytes.toBytes("name");

  static final JsonCells CELLS = new JsonCells(FAMILY);

  /** The JSON of a series. */
  static final byte[] SERIES = Bytes.toBytes("ts_meta");

  /** The points of a series. */
  static final byte[] COUNTER = Bytes.toBytes("ts_ctr");

  private MetaCells() {}

  /** The JSON of a name. */
  static byte[] ofName(UidKind kind) {
    return Bytes.toBytes(
        switch (kind) {
          case METRIC -> "metric_meta";
          case TAG_KEY -> "tagk_meta";
          case TAG_VALUE -> "tagv_meta";
        });
  }

  /**
   * Deletes what is there now. By the time of the cell: a delete of now would hide a put by a clock
   * that is behind.
   */
  static void delete(Table table, byte[] row, byte[] qualifier) throws IOException {
    Cell found =
        table.get(new Get(row).addColumn(FAMILY, qualifier)).getColumnLatestCell(FAMILY, qualifier);
    if (found != null) {
      JsonCells.awaitEndOf(found.getTimestamp());
      table.delete(new Delete(row).addColumns(FAMILY, qualifier, found.getTimestamp()));
    }
  }
}
