package io.rowandb.engine.wal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A write of the log fails once; whose entries were in it learn that, whoever wrote it. */
@JCStressTest
@Description("Each writer is told truly whether its entry is in the log.")
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "both were in the write that failed")
@Outcome(id = "(0, 1, 1)|(1, 0, 1)", expect = ACCEPTABLE, desc = "one was, one came later")
@State
public class FailedGroupStress {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final FaultyFileSystem faulty = new FaultyFileSystem(files);
  private final StressLog log = new StressLog(faulty, 1 << 20);

  /** The first write makes the segment and its header, the second has the entry. */
  public FailedGroupStress() {
    faulty.failAt("write", 2);
  }

  /** Writes. */
  @Actor
  public void first(III_Result r) {
    r.r1 = log.write(Durability.SYNC_WAL);
  }

  /** Writes. */
  @Actor
  public void second(III_Result r) {
    r.r2 = log.write(Durability.SYNC_WAL);
  }

  /** What is in the files. */
  @Arbiter
  public void afterwards(III_Result r) {
    r.r3 = StressLog.entries(files);
  }
}
