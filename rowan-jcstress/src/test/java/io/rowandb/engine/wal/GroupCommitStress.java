package io.rowandb.engine.wal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.MemoryFileSystem;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two writers wait for their entries; either writes and forces for both, or each for itself. */
@JCStressTest
@Description("Acknowledged entries are on disk, whoever forced them.")
@Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "both are there, in order")
@State
public class GroupCommitStress {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final StressLog log = new StressLog(files, 1 << 20);

  /** Writes and forces. */
  @Actor
  public void first(III_Result r) {
    r.r1 = log.write(Durability.FSYNC_WAL);
  }

  /** Writes and forces. */
  @Actor
  public void second(III_Result r) {
    r.r2 = log.write(Durability.FSYNC_WAL);
  }

  /** What a loss of power leaves. */
  @Arbiter
  public void afterwards(III_Result r) {
    r.r3 = StressLog.entries(files.afterPowerLoss());
  }
}
