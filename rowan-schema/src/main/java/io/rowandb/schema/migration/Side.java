package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.RecordWrites;
import java.io.IOException;

/**
 * How records are written in a phase. Must be closed. Used by one thread.
 *
 * @param table what is written: the old table, both, or the new one
 * @param isOld whether its keys are in the order of the old table's
 * @param fence what is passed before each write; null if nothing is
 */
record Side<R>(RecordWrites<R> table, boolean isOld, Fence<R> fence) implements AutoCloseable {
  /** Of the old table, and of the new one too if that is its view. */
  static <R> Side<R> ofOld(RecordWrites<R> table) {
    return new Side<>(table, /* isOld= */ true, /* fence= */ null);
  }

  /** Of the new table. */
  static <R> Side<R> ofNew(RecordWrites<R> table) {
    return new Side<>(table, /* isOld= */ false, /* fence= */ null);
  }

  /** The same behind a fence. */
  Side<R> behind(Fence<R> newFence) {
    return new Side<>(table, isOld, newFence);
  }

  /**
   * What writes a record.
   *
   * @param row of the record in the old table
   */
  RecordWrites<R> at(byte[] row) throws IOException {
    if (fence != null) {
      fence.pass(row);
    }
    return table;
  }

  @Override
  public void close() throws IOException {
    table.close();
    if (fence != null) {
      fence.close();
    }
  }
}
