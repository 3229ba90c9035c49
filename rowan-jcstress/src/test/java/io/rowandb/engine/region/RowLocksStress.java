package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.jcstress.Unchecked;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Who reads before it writes has the row alone; several rows are locked in one order. */
@JCStressTest
@Description("Two changes that read what they write, of two rows named in either order.")
@Outcome(id = "22", expect = ACCEPTABLE, desc = "none is lost, and none waits for ever")
@State
public class RowLocksStress {
  private static final byte[] A = {'a'};
  private static final byte[] B = {'b'};
  private static final RegionInfo REGION =
      new RegionInfo("t", new RegionRange(new byte[0], new byte[0]), 1, 1);

  /** Of all states together, as of all regions of a database. */
  private static final RowLocks LOCKS = new RowLocks(60_000);

  private int a;
  private int b;

  /** One order. */
  @Actor
  public void first() {
    change(List.of(A, B));
  }

  /** The other. */
  @Actor
  public void second() {
    change(List.of(B, A));
  }

  /** Both counts. */
  @Arbiter
  public void afterwards(I_Result r) {
    r.r1 = a * 10 + b;
  }

  private void change(List<byte[]> rows) {
    Unchecked.run(
        () -> {
          try (RowLocks.Held held = LOCKS.lockRows(REGION, rows)) {
            assert held != null;
            a++;
            b++;
          }
        });
  }
}
