package io.rowandb.engine.memstore;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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

/** A cell is added again with the same key and sequence id: its node is taken out of the chain. */
@JCStressTest
@Description("A reader meets the old cell or the new one, never both or none, and gets past it.")
@Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "the old one")
@Outcome(id = "2, 3", expect = ACCEPTABLE, desc = "the new one")
@State
public class ReplacedCellStress {
  private static final RowMutation BEFORE = StressCells.put(1, 1);
  private static final RowMutation OLD = StressCells.put(2, 2, new byte[1]);
  private static final RowMutation NEW = StressCells.put(2, 2, new byte[2]);
  private static final RowMutation AFTER = StressCells.put(3, 1);

  private final MemStore cells = new MemStore();

  /** Three cells. */
  public ReplacedCellStress() {
    StressCells.add(cells, BEFORE, 1);
    StressCells.add(cells, OLD, 1);
    StressCells.add(cells, AFTER, 1);
  }

  /** Replaces the one in the middle. */
  @Actor
  public void writer() {
    StressCells.add(cells, NEW, 1);
  }

  /** Scans: which one stood in the middle, and how many cells there were. */
  @Actor
  public void reader(II_Result r) {
    Unchecked.run(() -> scan(r));
  }

  private void scan(II_Result r) throws IOException {
    try (CellScanner scanner = cells.scanner()) {
      while (scanner.next()) {
        r.r2++;
        if (r.r2 == 2) {
          r.r1 = scanner.cell().valueLength();
        }
      }
    }
  }
}
