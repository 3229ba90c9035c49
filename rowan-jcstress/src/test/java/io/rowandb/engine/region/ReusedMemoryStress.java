package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.memstore.StressCells;
import io.rowandb.engine.store.StoreView;
import io.rowandb.jcstress.Unchecked;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A passing reader of a view that its region gives up, and whose memory is then written again. */
@JCStressTest
@Description("The memory of a memstore is used again when no view names it, not before.")
@Outcome(id = "0", expect = ACCEPTABLE, desc = "too late: the view was dead")
@Outcome(id = "70", expect = ACCEPTABLE, desc = "all cells, whole")
@State
public class ReusedMemoryStress {
  /** More than the first page of an index, which is not used again, has room for. */
  private static final int CELLS = 70;

  private static final int VALUE_BYTES = 20;

  private static final ChunkPool POOL = new ChunkPool(16 << 20);

  private final MemStore cells = new MemStore(POOL);
  private final MemStore others = new MemStore(POOL);
  private final RegionView view;

  /** Some cells, and a view with them that is about to be given up. */
  public ReusedMemoryStress() {
    fill(cells, VALUE_BYTES);
    StoreView frozen = new StoreView(cells.next(), cells.freeze(), List.of());
    frozen.frozen().markFlushed();
    view = new RegionView(new StoreSet(List.of()), new StoreView[] {frozen});
  }

  /** Pins, reads, lets go. */
  @Actor
  public void reader(I_Result r) {
    if (view.pin()) {
      r.r1 =
          Unchecked.get(
              () -> {
                try (CellScanner scanner = view.store(0).frozen().passingScanner()) {
                  return StressCells.count(scanner, Long.MAX_VALUE);
                }
              });
      view.unpin();
    }
  }

  /** Gives up the view, and writes to memory of the pool. */
  @Actor
  public void region() {
    view.unpin();
    fill(others, VALUE_BYTES + 1); // so that its nodes look elsewhere
  }

  private static void fill(MemStore memStore, int valueBytes) {
    for (int i = 0; i < CELLS; i++) {
      StressCells.add(memStore, StressCells.put(i, valueBytes), i + 1);
    }
  }
}
