package io.rowandb.engine.memstore;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.jcstress.Unchecked;
import java.io.IOException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Releasing a link publishes the node, its cell, and whatever tables lead to them. */
@JCStressTest
@Description("A reader meets a cell whole or not at all, also by a seek.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not there yet")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "came between the scan and the seek")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "whole")
@State
public class PublishedCellStress {
  private static final RowMutation PUT = StressCells.put(7, 20);

  private final MemStore cells = new MemStore();

  /** Adds a cell. */
  @Actor
  public void writer() {
    StressCells.add(cells, PUT, 1);
  }

  /** Scans, then seeks. */
  @Actor
  public void reader(II_Result r) {
    r.r1 = StressCells.count(cells);
    r.r2 = Unchecked.get(this::seek);
  }

  private int seek() throws IOException {
    Cell key = new Cell().set(PUT.buffer(), 4, PUT.limit() - 4, Long.MAX_VALUE);
    try (CellScanner scanner = cells.scanner()) {
      if (!scanner.seek(key)) {
        return 0;
      }
      return CellOrder.compareCells(scanner.cell(), key) > 0 && !scanner.next() ? 1 : -1;
    }
  }
}
