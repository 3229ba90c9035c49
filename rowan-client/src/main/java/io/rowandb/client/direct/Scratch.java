package io.rowandb.client.direct;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import java.util.ArrayList;
import java.util.List;

/**
 * A thread's reusable parts of requests, so that a call allocates nothing except its result.
 *
 * <p>Borrowed for one call and returned at its end. A nested call (a filter that reads another
 * table) gets its own parts. Only its thread uses it.
 */
final class Scratch {
  /** Buffers above this are dropped after use, so that one large value does not stay for ever. */
  private static final int KEPT_BUFFER_BYTES = 64 * 1024;

  /** The most mutations of one loan, hence kept: enough to share the cost of a log append. */
  static final int MAX_MUTATIONS = 512;

  /** The most bytes of buffers kept by a thread. */
  private static final int KEPT_BYTES = 512 * 1024;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final List<RowMutation> mutations = new ArrayList<>();
  private CellBatch cells = new CellBatch();
  private int used;
  private boolean borrowed;

  private Scratch() {}

  /** The thread's pieces; {@link #giveBack} ends the loan. */
  static Scratch borrow() {
    Scratch scratch = OF_THREAD.get();
    if (scratch.borrowed) {
      scratch = new Scratch();
    }
    scratch.borrowed = true;
    return scratch;
  }

  /** An empty batch of cells. */
  CellBatch cells() {
    return cells;
  }

  /** The mutation number {@code index}, below {@link #MAX_MUTATIONS} and without gaps. */
  RowMutation mutation(int index) {
    if (index == mutations.size()) {
      mutations.add(new RowMutation());
    }
    used = Math.max(used, index + 1);
    return mutations.get(index);
  }

  /** Ends the loan, and lets go of what is large. */
  void giveBack() {
    if (cells.size() > 1024) {
      cells = new CellBatch();
    } else {
      cells.clear();
    }
    for (int i = 0; i < used; i++) {
      if (mutations.get(i).buffer().length > KEPT_BUFFER_BYTES) {
        mutations.set(i, new RowMutation());
      }
    }
    if (used > 1) {
      boundKept();
    }
    used = 0;
    borrowed = false;
  }

  /** Large mutations may have met each place in turn; together they may not stay either. */
  private void boundKept() {
    long kept = 0;
    for (int i = 0; i < mutations.size(); i++) {
      kept += mutations.get(i).buffer().length;
      if (kept > KEPT_BYTES) {
        mutations.subList(i, mutations.size()).clear();
      }
    }
  }
}
