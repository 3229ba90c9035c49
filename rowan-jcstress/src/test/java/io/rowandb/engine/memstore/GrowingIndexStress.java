package io.rowandb.engine.memstore;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.RowMutation;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The index gets its second page and the cells their second chunk while a reader goes along. */
@JCStressTest
@Description("A reader that goes along while pages and chunks are added finds all that was there.")
@Outcome(id = "5[0-9]|6[0-9]", expect = ACCEPTABLE, desc = "all old cells and some new ones")
@State
public class GrowingIndexStress {
  private static final int BEFORE = 50;
  private static final int ADDED = 19;

  /** With what was there before they fill the first chunk of 64 KB, as their nodes the page. */
  private static final int VALUE_BYTES = 1_150;

  private static final List<RowMutation> PUTS = puts();

  private final MemStore cells = new MemStore();

  /** The first page is nearly full. */
  public GrowingIndexStress() {
    for (int i = 0; i < BEFORE; i++) {
      StressCells.add(cells, PUTS.get(i), 1);
    }
  }

  /** Adds behind what is there. */
  @Actor
  public void writer() {
    for (int i = BEFORE; i < BEFORE + ADDED; i++) {
      StressCells.add(cells, PUTS.get(i), 2);
    }
  }

  /** Scans. */
  @Actor
  public void reader(I_Result r) {
    r.r1 = StressCells.count(cells);
  }

  private static List<RowMutation> puts() {
    List<RowMutation> puts = new ArrayList<>();
    for (int i = 0; i < BEFORE + ADDED; i++) {
      puts.add(StressCells.put(i, VALUE_BYTES));
    }
    return puts;
  }
}
