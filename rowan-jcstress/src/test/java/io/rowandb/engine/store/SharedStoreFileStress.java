package io.rowandb.engine.store;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two views that name a file are given up at once. */
@JCStressTest
@Description("The last reference to an obsolete file deletes it, and no other does.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "deleted once")
@State
public class SharedStoreFileStress {
  private final CountedStoreFile counted = new CountedStoreFile();

  /** Two references. */
  public SharedStoreFileStress() {
    counted.file().retain();
  }

  /** One is passed on and given up. */
  @Actor
  public void first() {
    counted.file().retain();
    counted.file().release();
    counted.file().release();
  }

  /** The other is given up. */
  @Actor
  public void second() {
    counted.file().release();
  }

  /** Counts. */
  @Arbiter
  public void afterwards(I_Result r) {
    r.r1 = counted.deletions();
  }
}
