package io.rowandb.schema.table;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * A cell of a detail. Its array is never changed.
 *
 * @param key the key of the detail
 * @param name the rest of the qualifier after the key
 */
public record DetailCell(byte[] key, String name, Cell cell) {
  /** The column that it is in. */
  Column column() {
    return new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }
}
