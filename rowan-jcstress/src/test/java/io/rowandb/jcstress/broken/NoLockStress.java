package io.rowandb.jcstress.broken;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Wrong on purpose: {@code SpinLockStress} without its lock. */
@JCStressTest
@Description("Two threads count, and nothing keeps them apart.")
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both counted")
@State
public class NoLockStress {
  private int count;

  /** Counts. */
  @Actor
  public void first() {
    count++;
  }

  /** Counts too. */
  @Actor
  public void second() {
    count++;
  }

  /** The count. */
  @Arbiter
  public void afterwards(I_Result r) {
    r.r1 = count;
  }
}
