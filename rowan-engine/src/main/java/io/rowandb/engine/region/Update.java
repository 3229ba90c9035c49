package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An atomic change of a row, or of several: a condition, then mutations of any kind. Prepared under
 * the rows' locks, possibly more than once if the families change meanwhile.
 *
 * <p>HBase's rules: every part sees the rows as they were before the change; puts after a condition
 * get a time not before that of the checked cell, so that they are not hidden behind a cell from
 * the future; everything else gets the current time.
 */
final class Update {
  // Fixed at construction.
  private final RowUpdates updates;
  private final DeltaUpdates deltas;
  private final List<RowMutation> mutations;
  private final RowCondition condition;

  // Set by prepare.
  private final List<RowMutation> changes = new ArrayList<>();
  private long nowMillis;

  Update(
      RowUpdates updates,
      DeltaUpdates deltas,
      List<RowMutation> mutations,
      RowCondition condition) {
    this.updates = updates;
    this.deltas = deltas;
    this.mutations = mutations;
    this.condition = condition;
  }

  /**
   * Checks the condition, then the mutations, and computes what is to be written. A change that
   * could not be made is no mistake as long as its condition fails.
   */
  boolean prepare(StoreSet stores, RowReader reader, WriteTimes times) throws IOException {
    long now = times.now();
    changes.clear();
    long conditionMillis = Long.MIN_VALUE;
    if (condition != null) {
      CellBatch cells = new CellBatch();
      reader.read(condition.read(), cells);
      if (!condition.test(cells)) {
        return false;
      }
      if (!cells.isEmpty()) {
        conditionMillis = cells.get(0, new Cell()).timestamp();
      }
    }
    for (RowMutation mutation : mutations) {
      updates.check(mutation, stores, now);
    }
    nowMillis = times.next(now, mutations, stores);
    times.noteDeletes(nowMillis, mutations);
    long putMillis = Math.max(nowMillis, conditionMillis);
    Durability strongest = durability();
    for (RowMutation mutation : mutations) {
      RowMutation change = change(mutation, putMillis, times);
      change.durability(strongest); // one log entry has all of them, or none
      if (isDelta(mutation)) {
        times.noteReckoned(change, nowMillis, stores);
      }
      changes.add(change);
    }
    return true;
  }

  /** What {@link #prepare} found is to be written. */
  List<RowMutation> changes() {
    return changes;
  }

  /** The time of the change. */
  long nowMillis() {
    return nowMillis;
  }

  /** The strongest durability of its parts. */
  Durability durability() {
    Durability strongest = Durability.SKIP_WAL;
    for (RowMutation mutation : mutations) {
      Durability own = mutation.durability();
      strongest = own.compareTo(strongest) > 0 ? own : strongest;
    }
    return strongest;
  }

  /** Appends the new cells of the increments and appends that want them back. */
  void results(long sequence, CellBatch out) {
    for (int i = 0; i < mutations.size(); i++) {
      RowMutation asked = mutations.get(i);
      if (isDelta(asked) && asked.returnsResult()) {
        RowMutation put = changes.get(i);
        byte[] buffer = put.buffer();
        for (int at = 0; at < put.limit(); at += 4 + Bytes.getInt(buffer, at)) {
          out.add(buffer, at + 4, Bytes.getInt(buffer, at), sequence);
        }
      }
    }
  }

  private RowMutation change(RowMutation mutation, long putMillis, WriteTimes times)
      throws IOException {
    switch (mutation.kind()) {
      case PUT -> {
        times.notePutAhead(mutation, putMillis, nowMillis);
        RowUpdates.stamp(mutation, putMillis);
      }
      case DELETE -> {
        deltas.findNewest(mutation, nowMillis);
        RowUpdates.stamp(mutation, nowMillis);
      }
      case INCREMENT, APPEND -> {
        return deltas.reckon(mutation, nowMillis);
      }
    }
    return mutation;
  }

  private static boolean isDelta(RowMutation mutation) {
    return mutation.kind() == RowMutation.Kind.INCREMENT
        || mutation.kind() == RowMutation.Kind.APPEND;
  }
}
