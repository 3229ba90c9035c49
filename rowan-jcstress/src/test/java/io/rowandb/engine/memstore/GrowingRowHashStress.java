package io.rowandb.engine.memstore;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A new row makes the table grow; then a row that was there begins with another node. */
@JCStressTest
@Description("A reader finds the row's old node or its new one, and what was put before it.")
@Outcome(id = "8, 0", expect = ACCEPTABLE, desc = "before both")
@Outcome(id = "8, 9", expect = ACCEPTABLE, desc = "the new row is there")
@Outcome(id = "80, 9", expect = ACCEPTABLE, desc = "after both")
@State
public class GrowingRowHashStress {
  private static final int MIN_ROWS = 2;
  private static final int FULL = 8;

  private final RowHashIndex rows = new RowHashIndex(MIN_ROWS, ChunkPool.NONE);

  /** As many rows as the first table takes. */
  public GrowingRowHashStress() {
    for (int row = 1; row <= FULL; row++) {
      rows.put(row, row);
    }
  }

  /** One row more, then a new node for the last one before. */
  @Actor
  public void writer() {
    rows.put(FULL + 1, FULL + 1);
    rows.put(FULL, 10 * FULL);
  }

  /** Looks in the opposite order. */
  @Actor
  public void reader(II_Result r) {
    r.r1 = rows.first(FULL);
    r.r2 = rows.first(FULL + 1);
  }
}
