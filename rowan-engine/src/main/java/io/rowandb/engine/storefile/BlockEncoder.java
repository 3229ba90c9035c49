package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;

/**
 * Writes the cells of data blocks, one block after the other, in one {@link BlockEncoding}. Owned
 * by one file writer.
 */
interface BlockEncoder {
  /** Begins a block at the end of {@code body}, which holds no cell yet. */
  void start(ByteSink body);

  /**
   * Appends a cell.
   *
   * @param last the cell appended before, unless this is the block's first; then pointed to a copy
   *     of this cell without its tags, which lasts until the next call of this method or of {@link
   *     #start}
   */
  void append(Cell cell, Cell last);

  /** Appends what follows the last cell. */
  void finish();

  /**
   * How full the block is: its cells as they are read or as they are written, whichever is more, as
   * HBase counts them.
   */
  int bytes();
}
