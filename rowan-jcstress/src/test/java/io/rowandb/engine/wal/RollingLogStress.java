package io.rowandb.engine.wal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.jcstress.Unchecked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A writer meets maintenance, which forces and starts a new segment. */
@JCStressTest
@Description("An entry that meets a new segment is in the old one or the new one.")
@Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "all entries are there, in order")
@State
public class RollingLogStress {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final StressLog log = new StressLog(files, 1);

  /** There is a segment to end. */
  public RollingLogStress() {
    log.write(Durability.ASYNC_WAL);
  }

  /** Writes. */
  @Actor
  public void writer(III_Result r) {
    r.r1 = log.write(Durability.FSYNC_WAL);
  }

  /** Forces and rolls. */
  @Actor
  public void maintenance(III_Result r) {
    Unchecked.run(() -> log.wal().forceIfDirty());
    r.r2 = 1;
  }

  /** What a loss of power leaves. */
  @Arbiter
  public void afterwards(III_Result r) {
    r.r3 = StressLog.entries(files.afterPowerLoss());
  }
}
