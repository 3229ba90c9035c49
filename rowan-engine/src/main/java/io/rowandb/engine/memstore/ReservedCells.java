package io.rowandb.engine.memstore;

/**
 * Memory of one memstore for the cells of one write, taken before the write is logged.
 *
 * <ol>
 *   <li>What is taken, and how much, is what is added later: the same lengths in the same order.
 *   <li>Nobody else reserves between its making and its last {@link #take}, or {@link #giveBack}.
 *   <li>{@link #add} makes no object and no array that it cannot do without.
 * </ol>
 *
 * <p>All but {@code add} by who may reserve in the memstore, {@code add} by who may add to it. One
 * that is neither added nor given back takes its memory along until the memstore is replaced.
 */
public final class ReservedCells {
  // Fixed at construction.
  private final MemStore memStore;
  private final CellChunks chunks;
  private final CellSkipList index;

  /** Where the cells begin; then, where the next one is added. */
  private final CellChunks.Position at;

  private int cells;

  ReservedCells(MemStore memStore, CellChunks chunks, CellSkipList index) {
    this.memStore = memStore;
    this.chunks = chunks;
    this.index = index;
    this.at = chunks.end();
  }

  /**
   * Takes memory for a cell.
   *
   * @throws OutOfMemoryError when there is none; what was taken before is to be given back
   */
  public void take(int length) {
    takeNodes(1);
    chunks.reserve(length);
    memStore.noteReserved();
  }

  /**
   * As {@link #take} for several cells at once, as long as their bytes are there already.
   *
   * @return false when they are not, and nothing was taken
   */
  public boolean takeTogether(int count, int bytes) {
    if (!chunks.reserveTogether(bytes)) {
      return false;
    }
    takeNodes(count);
    memStore.noteReserved();
    return true;
  }

  /** Adds a copy of the next cell. */
  public void add(byte[] array, int offset, int length, long sequence) {
    memStore.insert(chunks.place(at, length), array, offset, length, sequence);
  }

  /** Gives back all that was taken; nothing was added. */
  public void giveBack() {
    chunks.giveBack(at);
    index.giveBack(cells);
    cells = 0;
    memStore.noteReserved();
  }

  private void takeNodes(int count) {
    index.reserve(count);
    cells += count;
  }
}
