package io.rowandb.engine.store;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A file is given up while another, who has no reference, asks for one. */
@JCStressTest
@Description("Who gets a reference has an open file; the file is deleted once all the same.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "deleted once, never while it was held")
@State
public class LastReferenceStress {
  private final CountedStoreFile counted = new CountedStoreFile();
  private int deletedWhileHeld;

  /** The one reference is given up. */
  @Actor
  public void last() {
    counted.file().release();
  }

  /** Another is asked for. */
  @Actor
  public void late() {
    if (counted.file().retainIfOpen()) {
      deletedWhileHeld = counted.deletions();
      counted.file().release();
    }
  }

  /** Counts. */
  @Arbiter
  public void afterwards(II_Result r) {
    r.r1 = counted.deletions();
    r.r2 = deletedWhileHeld;
  }
}
