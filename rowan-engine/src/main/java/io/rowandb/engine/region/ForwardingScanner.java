package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.RowFilter;
import java.io.IOException;

/**
 * A scan that delegates to another one; the base of wrappers between users and regions. Used by one
 * thread at a time; closing it closes the other.
 */
public abstract class ForwardingScanner implements RegionScanner {
  /** The other scan. */
  protected final RegionScanner scanner;

  /** Answers as {@code scanner}, which it owns. */
  protected ForwardingScanner(RegionScanner scanner) {
    this.scanner = scanner;
  }

  @Override
  public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
    return scanner.next(out, maxCells, maxBytes);
  }

  @Override
  public long heldBytes() {
    return scanner.heldBytes();
  }

  @Override
  public long readPoint() {
    return scanner.readPoint();
  }

  @Override
  public boolean filterEndedScan() {
    return scanner.filterEndedScan();
  }

  @Override
  public RegionScanner afterMajorCompaction(RowFilter filter) throws IOException {
    return scanner.afterMajorCompaction(filter);
  }

  @Override
  public void close() {
    scanner.close();
  }
}
