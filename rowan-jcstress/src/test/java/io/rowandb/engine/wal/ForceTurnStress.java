package io.rowandb.engine.wal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One thread forces for all that wait; who finds its entry forced did not force. */
@JCStressTest
@Description("Whoever returns, by its own turn or another's, finds its entry on disk.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "what each waited for is on disk")
@State
public class ForceTurnStress {
  private final ForceTurn turn = new ForceTurn(0, System::nanoTime);

  // Written by who has the turn.
  private int holders;
  private boolean firstOnDisk;
  private boolean secondOnDisk;

  /** Waits for entry 1. */
  @Actor
  public void first(II_Result r) {
    boolean alone = force(1);
    r.r1 = alone && firstOnDisk ? 1 : 0;
  }

  /** Waits for entry 2. */
  @Actor
  public void second(II_Result r) {
    boolean alone = force(2);
    r.r2 = alone && firstOnDisk && secondOnDisk ? 1 : 0;
  }

  /** Whether nobody else had the turn meanwhile. */
  private boolean force(int sequence) {
    boolean alone = true;
    if (turn.takeUnlessForced(sequence)) {
      holders++;
      firstOnDisk = true;
      secondOnDisk |= sequence == 2;
      alone = holders == 1;
      holders--;
      turn.give(sequence);
    }
    return alone;
  }
}
