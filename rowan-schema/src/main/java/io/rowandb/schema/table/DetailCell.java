package io.rowandb.schema.table;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * A cell of a detail. Not changed by anybody, though it has an array.
 *
 * @param key the detail's
 * @param name what the cell has behind that
 */
public record DetailCell(byte[] key, String name, Cell cell) {
  /** The column that it is in. */
  Column column() {
    return new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }
}
