package io.rowandb.engine.lock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One at a time, and each sees what the one before wrote. */
@JCStressTest
@Description("Two threads count under the lock.")
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both counted")
@State
public class SpinLockStress {
  private final SpinLock lock = new SpinLock();
  private int count;

  /** Counts. */
  @Actor
  public void first() {
    count();
  }

  /** Counts too. */
  @Actor
  public void second() {
    count();
  }

  /** The count. */
  @Arbiter
  public void afterwards(I_Result r) {
    r.r1 = count;
  }

  private void count() {
    lock.lock();
    try {
      count++;
    } finally {
      lock.unlock();
    }
  }
}
