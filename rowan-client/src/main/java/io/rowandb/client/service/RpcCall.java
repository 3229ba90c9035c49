package io.rowandb.client.service;

import io.rowandb.client.adapter.Tags;
import org.apache.hadoop.hbase.CellScanner;

/**
 * What one call carries besides its messages: the cells of the request and those of the response.
 * Used by one thread.
 */
public final class RpcCall {
  private final CellScanner requestCells;
  private final boolean cellBlocks;
  private final Tags tags;
  private CellScanner responseCells;

  /**
   * A call.
   *
   * @param requestCells the cells of the request, in the order of its actions, or null
   * @param cellBlocks whether the caller takes cells beside the message; if not, they are put into
   *     it
   * @param tags whether the tags of those cells travel
   */
  public RpcCall(CellScanner requestCells, boolean cellBlocks, Tags tags) {
    this.requestCells = requestCells;
    this.cellBlocks = cellBlocks;
    this.tags = tags;
  }

  /** The cells of the request, or null. */
  CellScanner requestCells() {
    return requestCells;
  }

  /** Whether the caller takes cells beside the message. */
  boolean takesCellBlocks() {
    return cellBlocks;
  }

  /** Whether the tags of cells travel. */
  Tags tags() {
    return tags;
  }

  /** Sets the cells of the response. */
  void respondCells(CellScanner cells) {
    this.responseCells = cells;
  }

  /** The cells of the response, or null. */
  public CellScanner responseCells() {
    return responseCells;
  }
}
