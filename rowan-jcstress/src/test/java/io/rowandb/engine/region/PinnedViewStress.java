package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.store.CountedStoreFile;
import io.rowandb.engine.store.StoreView;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A reader pins a view that its region gives up: pinned it lives, or it was dead already. */
@JCStressTest
@Description("A pinned view keeps its files; the last one to let go deletes them.")
@Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "too late: the view was dead")
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "pinned in time, and alive while pinned")
@State
public class PinnedViewStress {
  private final CountedStoreFile counted = new CountedStoreFile();
  private final RegionView view =
      new RegionView(
          new StoreSet(List.of()),
          new StoreView[] {new StoreView(new MemStore(), null, List.of(counted.file()))});

  /** The view alone names the file. */
  public PinnedViewStress() {
    counted.file().release();
  }

  /** Pins, reads, lets go. */
  @Actor
  public void reader(III_Result r) {
    if (view.pin()) {
      r.r1 = 1;
      r.r2 = counted.deletions();
      view.unpin();
    }
  }

  /** Another view is published. */
  @Actor
  public void region() {
    view.unpin();
  }

  /** Counts. */
  @Arbiter
  public void afterwards(III_Result r) {
    r.r3 = counted.deletions();
  }
}
