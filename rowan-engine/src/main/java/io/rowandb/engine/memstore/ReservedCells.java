package io.rowandb.engine.memstore;

/**
 * Memory of one memstore for the cells of one write, reserved before the write is logged.
 *
 * <ol>
 *   <li>The cells added later must have the reserved lengths, in the same order.
 *   <li>No other reservation is made between its creation and its last {@link #take} or {@link
 *       #giveBack}.
 *   <li>{@link #add} allocates no object or array that it can do without.
 * </ol>
 *
 * <p>The thread that may add to the memstore calls {@code add}; the thread that may reserve in it
 * calls everything else. A reservation that is neither added nor given back keeps its memory until
 * the memstore is replaced.
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
   * @throws OutOfMemoryError when there is none; then the caller must give back what was taken
   *     before
   */
  public void take(int length) {
    takeNodes(1);
    chunks.reserve(length);
    memStore.noteReserved();
  }

  /**
   * Like {@link #take} for several cells at once, if their memory already exists.
   *
   * @return false if it does not; then nothing was taken
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
