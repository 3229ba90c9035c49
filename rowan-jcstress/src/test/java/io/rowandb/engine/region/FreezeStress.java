package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.memstore.StressCells;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A write begins under the update lock, and a memstore is frozen under it after all completed. */
@JCStressTest
@Description("A write that meets a freeze goes into one of both memstores, and is visible at once.")
@Outcome(id = "22, 22", expect = ACCEPTABLE, desc = "both writes are there")
@State
public class FreezeStress {
  private static final RowMutation FIRST = StressCells.put(1, 20);
  private static final RowMutation SECOND = StressCells.put(2, 20);

  private final StressContent content = new StressContent();

  /** There is something to freeze. */
  public FreezeStress() {
    content.commit(FIRST);
  }

  /** Writes and reads its own write. */
  @Actor
  public void writer(II_Result r) {
    content.commit(SECOND);
    r.r1 = content.look();
  }

  /** Freezes. */
  @Actor
  public void flusher() {
    content.freeze();
  }

  /** Looks again. */
  @Arbiter
  public void afterwards(II_Result r) {
    r.r2 = content.look();
  }
}
