package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import java.util.List;

/** The scanner's contract over cells in a batch. */
class BatchScannerTest extends CellScannerContract {
  @Override
  protected CellScanner scannerOver(List<Cell> cells) {
    CellBatch batch = new CellBatch();
    cells.forEach(batch::add);
    return new BatchScanner(batch);
  }
}
