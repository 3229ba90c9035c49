package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.memstore.StressCells;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What a writer did before it completed, a reader that sees the read point sees too. */
@JCStressTest
@Description("A read point of two writes, the second of which completes first, shows both or none.")
@Outcome(id = "0, [012]", expect = ACCEPTABLE, desc = "not visible yet, whatever is there")
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "both visible, and both there")
@State
public class ReadPointStress {
  private static final RowMutation FIRST = StressCells.put(1, 20);
  private static final RowMutation SECOND = StressCells.put(2, 20);

  private final MemStore cells = new MemStore();
  private final Mvcc mvcc = new Mvcc(0);
  private final long firstTicket = mvcc.begin(1);
  private final long secondTicket = mvcc.begin(2);

  /** Both writes, in the wrong order. */
  @Actor
  public void writer() {
    StressCells.add(cells, SECOND, 2);
    mvcc.complete(secondTicket);
    StressCells.add(cells, FIRST, 1);
    mvcc.complete(firstTicket);
  }

  /** The read point, then what it promises: the cells, and the times by which they are skipped. */
  @Actor
  public void reader(II_Result r) {
    r.r1 = (int) mvcc.readPoint();
    boolean inTimes = cells.minTimestamp() == 1 && cells.maxTimestamp() == 2;
    r.r2 = r.r1 == 2 && !inTimes ? -1 : StressCells.count(cells);
  }
}
