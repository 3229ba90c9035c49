package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.jcstress.Unchecked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two writers that each wait until their write is visible; a lost wake-up would never end. */
@JCStressTest
@Description("Who waited for its write is woken, and sees all writes before its own.")
@Outcome(id = "[12], 2", expect = ACCEPTABLE, desc = "each sees its own and those before")
@State
public class VisibilityWaitStress {
  private final Mvcc mvcc = new Mvcc(0);
  private final long firstTicket = mvcc.begin(1);
  private final long secondTicket = mvcc.begin(2);
  private int first;
  private int second;

  /** The earlier write. */
  @Actor
  public void first(II_Result r) {
    first = 1;
    mvcc.complete(firstTicket);
    Unchecked.run(() -> mvcc.awaitVisible(1));
    r.r1 = first + (mvcc.readPoint() == 2 ? second : 0);
  }

  /** The later one, which the earlier holds up. */
  @Actor
  public void second(II_Result r) {
    second = 1;
    mvcc.complete(secondTicket);
    Unchecked.run(() -> mvcc.awaitVisible(2));
    r.r2 = first + second;
  }
}
