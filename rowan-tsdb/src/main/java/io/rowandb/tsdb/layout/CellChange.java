package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.DamagedDataException;
import org.apache.hadoop.hbase.Cell;

/** What a cell of an old table is in the new one. Used by one thread. */
interface CellChange {
  /**
   * The same cell, at its time.
   *
   * @throws DamagedDataException when it is none that the old table may have, or the new one can
   */
  Cell changed(Cell cell) throws DamagedDataException;
}
