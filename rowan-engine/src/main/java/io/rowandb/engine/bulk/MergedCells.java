package io.rowandb.engine.bulk;

import io.rowandb.engine.cell.Cell;
import java.io.IOException;

/**
 * What becomes of sorted cells on their way into finished files: each may be changed, left out, or
 * refused. Used by many threads.
 */
@FunctionalInterface
public interface MergedCells {
  /** Leaves all as they are. */
  MergedCells UNCHANGED = family -> cell -> cell;

  /** For the cells of one family between two starts. */
  Part ofPart(String family);

  /** Gets cells in their order. Used by one thread. */
  @FunctionalInterface
  interface Part {
    /**
     * What is written in the place of a cell.
     *
     * @return this cell; or another at the same place in the order, valid until the next call; or
     *     null for none
     */
    Cell cell(Cell sorted) throws IOException;

    /** There are no more. */
    default void end() throws IOException {}
  }
}
