package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.RowFilter;
import java.io.IOException;

/**
 * A scan that answers as another one does: for those who stand between users and regions and do
 * something besides. Used by one thread at a time; closing it closes the other.
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
