package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.CellScanner;

/** The cells of one family of one region that no store file has yet. */
public final class MemStore {
  /** An empty one. */
  public MemStore() {}

  /** Adds a copy of a whole cell; the caller lets one thread at a time in. */
  public void add(byte[] array, int offset, int length, long sequence) {
    throw new UnsupportedOperationException("memstore");
  }

  /** A scanner over the cells there now; it may or may not see later ones. */
  public CellScanner scanner() {
    throw new UnsupportedOperationException("memstore");
  }

  /** Bytes of heap that chunks and index take. */
  public long heapBytes() {
    return 0;
  }

  /** Bytes of the cells alone. */
  public long dataBytes() {
    return 0;
  }

  /** How many cells it has. */
  public int cellCount() {
    return 0;
  }

  /** The least timestamp of a cell; {@code Long.MAX_VALUE} when empty. */
  public long minTimestamp() {
    return Long.MAX_VALUE;
  }

  /** The greatest timestamp of a cell; {@code Long.MIN_VALUE} when empty. */
  public long maxTimestamp() {
    return Long.MIN_VALUE;
  }

  /** The greatest sequence id of a cell; 0 when empty. */
  public long maxSequence() {
    return 0;
  }

  /** The same cells, closed to writers. */
  public FrozenMemStore freeze() {
    throw new UnsupportedOperationException("memstore");
  }
}
