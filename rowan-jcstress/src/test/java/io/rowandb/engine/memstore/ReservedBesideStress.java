package io.rowandb.engine.memstore;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.RowMutation;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two writers, as in a region: they reserve under one lock and add under another. */
@JCStressTest
@Description("Chunks and pages that one writer reserves are there for the other, and for readers.")
@Outcome(
    id = "([0-9]|[1-3][0-9]|40), 40",
    expect = ACCEPTABLE,
    desc = "whole cells in order, and all in the end")
@State
public class ReservedBesideStress {
  private static final int EACH = 20;

  /** Two writers fill several chunks, and their worst case the first page. */
  private static final int VALUE_BYTES = 5_000;

  private static final List<RowMutation> PUTS = puts();

  private final MemStore cells = new MemStore();
  private final Object reserving = new Object();
  private final Object adding = new Object();

  /** Writes the even ones. */
  @Actor
  public void writer() {
    write(0);
  }

  /** Writes the odd ones. */
  @Actor
  public void otherWriter() {
    write(1);
  }

  /** Scans meanwhile. */
  @Actor
  public void reader(II_Result r) {
    r.r1 = StressCells.count(cells);
  }

  /** Scans in the end. */
  @Arbiter
  public void allIsThere(II_Result r) {
    r.r2 = StressCells.count(cells);
  }

  private void write(int first) {
    for (int i = first; i < 2 * EACH; i += 2) {
      RowMutation put = PUTS.get(i);
      int length = Bytes.getInt(put.buffer(), 0);
      ReservedCells memory;
      synchronized (reserving) {
        memory = cells.reserve();
        memory.take(length);
      }
      synchronized (adding) {
        memory.add(put.buffer(), 4, length, i + 1L);
      }
    }
  }

  private static List<RowMutation> puts() {
    List<RowMutation> puts = new ArrayList<>();
    for (int i = 0; i < 2 * EACH; i++) {
      puts.add(StressCells.put(i, VALUE_BYTES));
    }
    return puts;
  }
}
