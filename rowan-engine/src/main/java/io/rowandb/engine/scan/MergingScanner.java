package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.List;

/**
 * Several sorted sources as one; among equal cells that of the earlier source comes first.
 *
 * <p>Invariants, while the cursor stands on a cell:
 *
 * <ol>
 *   <li>{@code top} is the source with the least cell; every other source with cells left is on its
 *       first cell after that one.
 *   <li>The others form a binary heap by their cells, so that a run of cells from one source costs
 *       one comparison each.
 * </ol>
 *
 * <p>Used by one thread. It owns its sources and closes them with itself.
 */
public final class MergingScanner implements CellScanner {
  /** Before the first and after the last cell there is no top. */
  private static final int NO_TOP = -1;

  private enum Position {
    BEFORE_FIRST,
    ON_CELL,
    AFTER_LAST
  }

  // Fixed at construction; a smaller index is a newer source.
  private final CellScanner[] sources;

  // Heads: the cell each source stands on, or null.
  private final Cell[] heads;

  // The sources but the top that have a cell: a binary heap of their indexes.
  private final int[] heap;
  private int heapSize;

  private int top = NO_TOP;
  private Position position = Position.BEFORE_FIRST;

  /** Merges {@code newestFirst}. */
  public MergingScanner(List<CellScanner> newestFirst) {
    this.sources = newestFirst.toArray(new CellScanner[0]);
    this.heads = new Cell[sources.length];
    this.heap = new int[sources.length];
  }

  /** The one source itself when it is only one: nothing to merge costs nothing. */
  static CellScanner merge(List<CellScanner> newestFirst) {
    return newestFirst.size() == 1 ? newestFirst.get(0) : new MergingScanner(newestFirst);
  }

  @Override
  public Cell cell() {
    return top == NO_TOP ? null : heads[top];
  }

  @Override
  public boolean next() throws IOException {
    if (position != Position.ON_CELL) {
      return position == Position.BEFORE_FIRST && startAtFirst();
    }
    advance(top, sources[top].next());
    settleTop();
    return top != NO_TOP;
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    for (int i = 0; i < sources.length; i++) {
      advance(i, sources[i].seek(key));
    }
    rebuild();
    return top != NO_TOP;
  }

  @Override
  public boolean seekForward(Cell key) throws IOException {
    if (position != Position.ON_CELL) {
      return position == Position.BEFORE_FIRST && seek(key);
    }
    while (top != NO_TOP && CellOrder.compareCells(heads[top], key) < 0) {
      advance(top, sources[top].seekForward(key));
      settleTop();
    }
    return top != NO_TOP;
  }

  @Override
  public boolean seekBefore(Cell key) throws IOException {
    int latest = NO_TOP;
    for (int i = 0; i < sources.length; i++) {
      advance(i, sources[i].seekBefore(key));
      if (heads[i] != null && (latest == NO_TOP || !isBefore(i, latest))) {
        latest = i;
      }
    }
    if (latest == NO_TOP) {
      clear(Position.BEFORE_FIRST);
      return false;
    }
    // The others stand before that cell. Their next ones are at or after the key, but for cells
    // that a memstore got meanwhile: those before the cell found are passed over.
    for (int i = 0; i < sources.length; i++) {
      if (i != latest) {
        do {
          advance(i, sources[i].next());
        } while (heads[i] != null && isBefore(i, latest));
      }
    }
    rebuild();
    return true;
  }

  @Override
  public long heldBytes() {
    long bytes = 0;
    for (CellScanner source : sources) {
      bytes += source.heldBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    clear(Position.AFTER_LAST);
    for (CellScanner source : sources) {
      source.close();
    }
  }

  private boolean startAtFirst() throws IOException {
    for (int i = 0; i < sources.length; i++) {
      advance(i, sources[i].next());
    }
    rebuild();
    return top != NO_TOP;
  }

  private void advance(int source, boolean hasCell) {
    heads[source] = hasCell ? sources[source].cell() : null;
  }

  private void clear(Position position) {
    top = NO_TOP;
    heapSize = 0;
    this.position = position;
  }

  /** Finds the top anew from the heads of all sources. */
  private void rebuild() {
    clear(Position.ON_CELL);
    for (int i = 0; i < sources.length; i++) {
      if (heads[i] != null) {
        heap[heapSize++] = i;
      }
    }
    for (int i = heapSize / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
    takeTop();
  }

  /** Restores the invariants after the top alone has moved, or ended. */
  private void settleTop() {
    if (heads[top] == null) {
      takeTop();
    } else if (heapSize > 0 && isBefore(heap[0], top)) {
      int moved = top;
      top = heap[0];
      heap[0] = moved;
      siftDown(0);
    }
  }

  private void takeTop() {
    if (heapSize == 0) {
      clear(Position.AFTER_LAST);
      return;
    }
    top = heap[0];
    heap[0] = heap[--heapSize];
    siftDown(0);
  }

  private void siftDown(int from) {
    int at = from;
    int source = heap[at];
    while (2 * at + 1 < heapSize) {
      int child = 2 * at + 1;
      if (child + 1 < heapSize && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], source)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = source;
  }

  private boolean isBefore(int a, int b) {
    int c = CellOrder.compareCells(heads[a], heads[b]);
    return c != 0 ? c < 0 : a < b;
  }
}
