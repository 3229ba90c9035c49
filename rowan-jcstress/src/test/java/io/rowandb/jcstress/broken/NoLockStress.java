package io.rowandb.jcstress.broken;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Wrong on purpose: {@code SpinLockStress} without its lock. Each thread waits until the other has
 * read, so that both write the same count however the machine schedules them.
 */
@JCStressTest
@Description("Two threads count, and nothing keeps them apart.")
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both counted")
@State
public class NoLockStress {
  private int count;
  private volatile boolean firstRead;
  private volatile boolean secondRead;

  /** Counts. */
  @Actor
  public void first() {
    int read = count;
    firstRead = true;
    while (!secondRead) {
      Thread.onSpinWait();
    }
    count = read + 1;
  }

  /** Counts too. */
  @Actor
  public void second() {
    int read = count;
    secondRead = true;
    while (!firstRead) {
      Thread.onSpinWait();
    }
    count = read + 1;
  }

  /** The count. */
  @Arbiter
  public void afterwards(I_Result r) {
    r.r1 = count;
  }
}
