package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;

/** Reads the visible cells of a row. */
@FunctionalInterface
interface RowReader {
  void read(ScanSpec get, CellBatch out) throws IOException;
}
