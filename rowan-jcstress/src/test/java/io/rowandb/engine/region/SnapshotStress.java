package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.memstore.StressCells;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader pins a view, takes the read point, and looks whether the view is still the one. */
@JCStressTest
@Description("A snapshot has every write up to its read point once, while a memstore is frozen.")
@Outcome(id = "(0|11|22), (0|11|22)", expect = ACCEPTABLE, desc = "as many cells as were visible")
@State
public class SnapshotStress {
  private static final RowMutation FIRST = StressCells.put(1, 20);
  private static final RowMutation SECOND = StressCells.put(2, 20);

  private final StressContent content = new StressContent();

  /** A write into either memstore, a flush's first step between. */
  @Actor
  public void writer() {
    content.commit(FIRST);
    content.freeze();
    content.commit(SECOND);
  }

  /** Two snapshots; the read point never falls. */
  @Actor
  public void reader(II_Result r) {
    r.r1 = content.look();
    r.r2 = content.look();
    if (r.r2 < r.r1) {
      r.r2 = -1;
    }
  }
}
