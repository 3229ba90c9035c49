package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.memstore.ReservedCells;
import java.util.List;

/**
 * The memory that one write needs in the memstores of its families. It is reserved before the write
 * is logged, so that every logged write fits into memory.
 *
 * <p>Call {@link #reserve} and {@link #giveBack} under the region's update lock, and {@link #add}
 * under its memstore lock.
 */
final class WriteMemory {
  // Fixed at construction.
  private final RegionView target;

  /** By store; null where the write has no cell. */
  private final ReservedCells[] reserved;

  /** Nothing yet, in the active memstores of a view. */
  WriteMemory(RegionView target) {
    this.target = target;
    this.reserved = new ReservedCells[target.stores().size()];
  }

  /**
   * Takes what these mutations need.
   *
   * @throws OutOfMemoryError when there is not enough; what there was is to be given back
   */
  void reserve(List<RowMutation> mutations) {
    for (int i = 0; i < mutations.size(); i++) { // an iterator would be garbage
      RowMutation mutation = mutations.get(i);
      if (!reserveTogether(mutation)) {
        reserveEach(mutation);
      }
    }
  }

  /** Gives back the reserved memory; nothing was added, and there was no reservation since. */
  void giveBack() {
    for (ReservedCells cells : reserved) {
      if (cells != null) {
        cells.giveBack();
      }
    }
  }

  /** Adds the mutations for which it was taken. */
  void add(List<RowMutation> mutations, long sequence) {
    for (int i = 0; i < mutations.size(); i++) {
      add(mutations.get(i), sequence);
    }
  }

  /** With one family there is no need to look at the cells. */
  private boolean reserveTogether(RowMutation mutation) {
    int count = mutation.cellCount();
    return reserved.length == 1
        && count > 0
        && of(0).takeTogether(count, mutation.limit() - Integer.BYTES * count);
  }

  private void reserveEach(RowMutation mutation) {
    byte[] buffer = mutation.buffer();
    int limit = mutation.limit();
    int at = 0;
    while (at < limit) {
      int length = Bytes.getInt(buffer, at);
      of(RowUpdates.storeOf(target.stores(), buffer, at + 4)).take(length);
      at += 4 + length;
    }
  }

  private ReservedCells of(int store) {
    ReservedCells cells = reserved[store];
    if (cells == null) {
      cells = target.store(store).active().reserve();
      reserved[store] = cells;
    }
    return cells;
  }

  private void add(RowMutation mutation, long sequence) {
    byte[] buffer = mutation.buffer();
    int limit = mutation.limit();
    int at = 0;
    while (at < limit) {
      int length = Bytes.getInt(buffer, at);
      reserved[RowUpdates.storeOf(target.stores(), buffer, at + 4)].add(
          buffer, at + 4, length, sequence);
      at += 4 + length;
    }
  }
}
