package io.rowandb.tsdb.store;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An annotation as it is stored. When it is of, its JSON says: its column does not always.
 *
 * @param cell where it is
 */
public record StoredAnnotation(Cell cell) {
  /** As it is stored. */
  public String json() {
    return Bytes.toString(CellUtil.cloneValue(cell));
  }
}
