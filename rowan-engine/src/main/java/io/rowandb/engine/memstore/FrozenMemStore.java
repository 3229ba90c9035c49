package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.CellScanner;

/**
 * A memstore that no longer changes, while it is flushed to a store file.
 *
 * <p>Safe for use by many threads. See {@link MemStore} for its lifetime.
 */
public final class FrozenMemStore {
  private final MemStore cells;

  FrozenMemStore(MemStore cells) {
    this.cells = cells;
  }

  /** Nothing may be added any more; called by the thread that may add. */
  public void closeToWriters() {
    cells.closeToWriters();
  }

  /** A scanner over all its cells. */
  public CellScanner scanner() {
    return cells.scanner();
  }

  /** As {@link MemStore#passingScanner}. */
  public CellScanner passingScanner() {
    return cells.passingScanner();
  }

  /** As {@link MemStore#keep}. */
  public void keep() {
    cells.keep();
  }

  /** As {@link MemStore#retain}. */
  public void retain() {
    cells.retain();
  }

  /** As {@link MemStore#release}. */
  public void release() {
    cells.release();
  }

  /** Notes that a file has its cells: later readers use the file. The caller has a view. */
  public void markFlushed() {
    cells.markFlushed();
  }

  /** Bytes of heap that chunks and index take. */
  public long heapBytes() {
    return cells.heapBytes();
  }

  /** Bytes of the cells alone. */
  public long dataBytes() {
    return cells.dataBytes();
  }

  /** How many cells it has. */
  public int cellCount() {
    return cells.cellCount();
  }

  /** How many of its cells are delete markers. */
  public int markerCount() {
    return cells.markerCount();
  }

  /** As {@link MemStore#minTimestamp}. */
  public long minTimestamp() {
    return cells.minTimestamp();
  }

  /** The greatest timestamp of a cell; {@code Long.MIN_VALUE} when empty. */
  public long maxTimestamp() {
    return cells.maxTimestamp();
  }
}
