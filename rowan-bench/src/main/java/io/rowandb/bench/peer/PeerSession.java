package io.rowandb.bench.peer;

import java.io.IOException;

/** The operations of one thread on a store; used by one thread at a time. */
public interface PeerSession extends AutoCloseable {
  /** Writes a batch; it is acknowledged at the latest when {@link #finishLoad} returns. */
  void load(byte[][] keys, byte[][] values) throws IOException;

  /** Returns when all batches are acknowledged, logged and not forced. */
  void finishLoad() throws IOException;

  /**
   * Writes one row and returns when it is acknowledged.
   *
   * @param forced on disk then; otherwise handed to the operating system
   */
  void put(byte[] key, byte[] value, boolean forced) throws IOException;

  /** Writes one row with a cell for each qualifier, all with this value. */
  void putCells(byte[] key, byte[][] qualifiers, byte[] value) throws IOException;

  /** Shows the cells of a row; false when there is none. */
  boolean get(byte[] key, RowVisitor visitor) throws IOException;

  /**
   * Shows rows in key order.
   *
   * @param start the first key wanted; empty for the first of all
   * @param maxRows most rows
   * @return how many rows were shown
   */
  long scan(byte[] start, long maxRows, RowVisitor visitor) throws IOException;

  @Override
  void close() throws IOException;
}
