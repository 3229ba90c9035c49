package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;

/** The check of a check-and-mutate. */
public interface RowCondition {
  /** What to read of the row. */
  ScanSpec read();

  /** Whether the mutation may go on, given the visible cells that {@link #read} found. */
  boolean test(CellBatch cells) throws IOException;
}
