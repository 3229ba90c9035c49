package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.jcstress.Unchecked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A put shares the row; an increment has it alone. */
@JCStressTest
@Description("Who has the row alone sees no half of what one does that shares it.")
@Outcome(id = "(0, 1)|(1, 0)", expect = ACCEPTABLE, desc = "one after the other")
@State
public class SharedRowLockStress {
  private static final byte[] ROW = {'a'};
  private static final RegionInfo REGION =
      new RegionInfo("t", new RegionRange(new byte[0], new byte[0]), 1, 1);
  private static final RowLocks LOCKS = new RowLocks(60_000);

  private int put;
  private int increment;

  /** Shares the row. */
  @Actor
  public void sharing(II_Result r) {
    Unchecked.run(
        () -> {
          try (RowLocks.Held held = LOCKS.lock(REGION, ROW, false)) {
            assert held != null;
            put = 1;
            r.r1 = increment;
          }
        });
  }

  /** Has it alone. */
  @Actor
  public void alone(II_Result r) {
    Unchecked.run(
        () -> {
          try (RowLocks.Held held = LOCKS.lock(REGION, ROW, true)) {
            assert held != null;
            increment = 1;
            r.r2 = put;
          }
        });
  }
}
