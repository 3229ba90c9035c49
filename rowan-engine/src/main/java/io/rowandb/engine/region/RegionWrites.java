package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The writes of a region, each in the same steps: lock the rows, take the time, check against the
 * families, then log and apply atomically. The steps from taking the time are repeated if the
 * families changed in between, or if the write came too late for its time. Safe for use by many
 * threads.
 *
 * <ol>
 *   <li>A change is checked completely before any of it is written.
 *   <li>The region's time is taken while the rows are locked, so that of two writes the later one
 *       does not get the earlier time.
 *   <li>Conditions, and what increments and appends add to, are read under the locks.
 * </ol>
 */
final class RegionWrites {
  /**
   * So often a write looks at the clock again because it came too late: who deletes its row all the
   * time must not keep it from ever being made.
   */
  private static final int MOST_LATE = 10;

  /** Mutations logged and applied as one in a batch: HBase's hbase.regionserver.minibatch.size. */
  private static final int MAX_GROUP_MUTATIONS = 20_000;

  /** Bytes of one group: bounds what one log entry holds, and how long the memstore is locked. */
  private static final long MAX_GROUP_BYTES = 8 << 20;

  // Fixed at construction.
  private final RegionInfo info;
  private final RegionContent content;
  private final RegionViews views;
  private final RowUpdates updates;
  private final DeltaUpdates deltas;
  private final RowReader reads;
  private final RowLocks rowLocks;
  private final WriteTimes times;
  private final WriteTiming late;

  /**
   * Writes to {@code content}.
   *
   * @param updates what it checks by
   * @param reads what is there now
   * @param inheritedMillis see {@link WriteTimes}
   */
  RegionWrites(
      RegionInfo info,
      RegionContent content,
      RowUpdates updates,
      RowReader reads,
      RowLocks rowLocks,
      Clock clock,
      long inheritedMillis) {
    this.info = info;
    this.content = content;
    this.views = content.views();
    this.updates = updates;
    this.deltas = new DeltaUpdates(updates, reads);
    this.reads = reads;
    this.rowLocks = rowLocks;
    this.times = new WriteTimes(clock, inheritedMillis);
    this.late = times::stampLate;
  }

  /** Up to when it gave times. */
  long newestMillis() {
    return times.newestKnown();
  }

  /** See {@link WriteTimes#inherit}. */
  void inherit(long newestCellMillis) {
    times.inherit(newestCellMillis);
  }

  /** See {@link Region#write}. */
  void write(RowMutation mutation) throws IOException {
    List<RowMutation> one = List.of(mutation);
    StoreSet checked;
    RowLocks.Held held = lock(mutation, false);
    try (held) {
      long nowMillis;
      int tries = 0;
      do {
        nowMillis = times.now();
        checked = views.stores();
        checkPlain(mutation, checked, nowMillis);
        nowMillis = times.next(nowMillis, one, checked);
        findNewest(mutation, nowMillis);
      } while (content.commit(one, checked, mutation.durability(), nowMillis, timing(tries++))
          == 0);
    }
  }

  /** The index behind the group of a batch that begins at {@code from}. */
  static int endOfGroup(List<RowMutation> mutations, int from) {
    int to = from;
    long bytes = 0;
    while (to < mutations.size() && to - from < MAX_GROUP_MUTATIONS && bytes < MAX_GROUP_BYTES) {
      bytes += mutations.get(to).limit();
      to++;
    }
    return to;
  }

  /**
   * Logs and applies puts and deletes as one, but for those that are refused.
   *
   * @return as {@link Region#writeAll}
   */
  IOException[] writeGroup(List<RowMutation> group) throws IOException {
    RowLocks.Held held = rowLocks.lockAll(info, group, false);
    try (held) {
      for (int tries = 0; ; tries++) {
        long nowMillis = times.now();
        StoreSet checked = views.stores();
        IOException[] refused = refusals(group, checked, nowMillis);
        List<RowMutation> accepted = refused == null ? group : accepted(group, refused);
        nowMillis = times.next(nowMillis, accepted, checked);
        for (int i = 0; i < accepted.size(); i++) {
          findNewest(accepted.get(i), nowMillis);
        }
        if (accepted.isEmpty()
            || content.commit(accepted, checked, strongest(accepted), nowMillis, timing(tries))
                != 0) {
          return refused;
        }
      }
    }
  }

  private WriteTiming timing(int tries) {
    return tries < MOST_LATE ? times : late;
  }

  /** See {@link Region#update}. */
  boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    byte[] row = mutations.get(0).row();
    updates.checkRow(row);
    updates.checkOneRow(mutations);
    Update update = new Update(updates, deltas, mutations, condition);
    long sequence;
    RowLocks.Held held = rowLocks.lock(info, row, true);
    try (held) {
      StoreSet checked;
      do {
        checked = views.stores();
        if (!update.prepare(checked, reads, times)) {
          return false;
        }
        sequence =
            content.commit(
                update.changes(),
                checked,
                update.durability(),
                update.nowMillis(),
                WriteTiming.DONE);
      } while (sequence == 0);
    }
    update.results(sequence, result);
    return true;
  }

  /** See {@link Region#updateRows}. */
  boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions)
      throws IOException {
    Update update = new Update(updates, deltas, mutations, null);
    List<byte[]> rows = rowsOf(mutations, conditions);
    for (byte[] row : rows) {
      updates.checkRow(row);
    }
    RowLocks.Held held = rowLocks.lockRows(info, rows);
    try (held) {
      StoreSet checked;
      do {
        checked = views.stores();
        if (!holdAll(conditions) || !update.prepare(checked, reads, times)) {
          return false;
        }
      } while (!mutations.isEmpty()
          && content.commit(
                  update.changes(),
                  checked,
                  update.durability(),
                  update.nowMillis(),
                  WriteTiming.DONE)
              == 0);
    }
    return true;
  }

  /** Why some may not be written, each at its index; null when all may. */
  private IOException[] refusals(List<RowMutation> group, StoreSet stores, long nowMillis) {
    IOException[] refused = null;
    for (int i = 0; i < group.size(); i++) {
      RefusedException why = whyNot(group.get(i), stores, nowMillis);
      if (why != null) {
        refused = refused == null ? new IOException[group.size()] : refused;
        refused[i] = why;
      }
    }
    return refused;
  }

  private RefusedException whyNot(RowMutation mutation, StoreSet stores, long nowMillis) {
    try {
      checkPlain(mutation, stores, nowMillis);
      return null;
    } catch (RefusedException e) {
      return e;
    }
  }

  private static List<RowMutation> accepted(List<RowMutation> group, IOException[] refused) {
    List<RowMutation> accepted = new ArrayList<>(group.size());
    for (int i = 0; i < refused.length; i++) {
      if (refused[i] == null) {
        accepted.add(group.get(i));
      }
    }
    return accepted;
  }

  private static List<byte[]> rowsOf(List<RowMutation> mutations, List<RowCondition> conditions) {
    List<byte[]> rows = new ArrayList<>(mutations.size() + conditions.size());
    mutations.forEach(mutation -> rows.add(mutation.row()));
    conditions.forEach(condition -> rows.add(condition.read().startRow()));
    return rows;
  }

  private boolean holdAll(List<RowCondition> conditions) throws IOException {
    for (RowCondition condition : conditions) {
      CellBatch cells = new CellBatch();
      reads.read(condition.read(), cells);
      if (!condition.test(cells)) {
        return false;
      }
    }
    return true;
  }

  private RowLocks.Held lock(RowMutation mutation, boolean alone) throws IOException {
    updates.checkRow(mutation.row());
    return rowLocks.lock(info, mutation.row(), alone);
  }

  private void checkPlain(RowMutation mutation, StoreSet stores, long nowMillis)
      throws RefusedException {
    if (mutation.kind() != RowMutation.Kind.PUT && mutation.kind() != RowMutation.Kind.DELETE) {
      throw updates.bad("A " + mutation.kind() + " needs the row's lock: it is an update");
    }
    updates.check(mutation, stores, nowMillis);
  }

  /** Noted now: that it took the region's time does not show any more when it begins. */
  private void findNewest(RowMutation mutation, long nowMillis) throws IOException {
    if (mutation.kind() == RowMutation.Kind.DELETE && RowUpdates.deletesNewest(mutation)) {
      times.noteDeletes(nowMillis, List.of(mutation));
      deltas.findNewest(mutation, nowMillis);
    }
  }

  private static Durability strongest(List<RowMutation> mutations) {
    Durability strongest = Durability.SKIP_WAL;
    for (int i = 0; i < mutations.size(); i++) {
      Durability durability = mutations.get(i).durability();
      strongest = durability.compareTo(strongest) > 0 ? durability : strongest;
    }
    return strongest;
  }
}
