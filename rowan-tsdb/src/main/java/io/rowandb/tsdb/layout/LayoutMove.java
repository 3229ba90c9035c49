package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.rows.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Moves points, rollups and names to tables of another layout, while they are read and written: see
 * the package. One program at a time runs it; if it dies, the next one goes on. Used by one thread.
 */
public final class LayoutMove {
  /** Rounds of comparison, of which each repairs what the one before uncovered. */
  private static final int MAX_ROUNDS = 10;

  // Fixed at construction.
  private final Connection connection;
  private final LayoutChange change;
  private final Duration lease;
  private final Waiting waiting;
  private final Consumer<String> progress;
  private final LayoutTables tables;
  private final CopyCursor cursor;

  /**
   * Of a change.
   *
   * @param lease at least {@link LayoutPlace#LEASE}, or what all programs have that read or write
   *     the tables; zero when there are none
   * @param waiting by which it waits for twice the lease
   * @param progress told what it does, for people
   */
  public LayoutMove(
      Connection connection,
      LayoutChange change,
      Duration lease,
      Waiting waiting,
      Consumer<String> progress) {
    this.connection = connection;
    this.change = change;
    this.lease = lease;
    this.waiting = waiting;
    this.progress = progress;
    tables = new LayoutTables(connection, change);
    cursor = new CopyCursor(connection, change.target().data());
  }

  /**
   * What was moved.
   *
   * @param cells that were copied by this call
   * @param mended cells that differed behind the fence, as they were written or removed meanwhile
   */
  public record Moved(long cells, long mended) {}

  /**
   * Moves all, or goes on with it; does nothing when it is done.
   *
   * @throws io.rowandb.tsdb.codec.DamagedDataException when a row has not the old layout, or a UID
   *     does not fit into the new one; the old tables are as they were
   * @throws IOException also when the tables are moved elsewhere, or one of the new names is taken
   */
  public Moved run() throws IOException {
    LayoutPhase phase = tables.phase();
    if (phase == LayoutPhase.NONE) {
      checkLayout();
      tables.checkAllMoves();
      checkNames();
      tables.create(phase);
      tables.note(LayoutPhase.COPYING);
    }
    long cells = 0;
    long mended = 0;
    if (phase.compareTo(LayoutPhase.FENCED) <= 0) {
      cells = phase == LayoutPhase.FENCED ? 0 : copyAll();
      mended = compareBehindFence();
      tables.whole(true);
      tables.note(LayoutPhase.SWITCHED);
    }
    if (phase != LayoutPhase.MOVED) {
      progress.accept("Waiting until all programs read the new tables");
      waiting.await(lease.multipliedBy(2));
      tables.whole(false);
      tables.note(LayoutPhase.MOVED);
      tables.drop(cursor.name());
    } else {
      tables.wholeAgain();
    }
    return new Moved(cells, mended);
  }

  /** What a table says of its layout is not contradicted. */
  private void checkLayout() throws IOException {
    Optional<PointKeyLayout> said = LayoutNotes.layout(tables.points());
    if (said.isPresent() && !LayoutNotes.isSame(said.get(), change.before())) {
      throw new IOException(
          "the keys of "
              + change.tables().data()
              + " have the layout "
              + LayoutNotes.word(said.get())
              + " (bytes of salt, buckets, bytes of UIDs), not "
              + LayoutNotes.word(change.before()));
    }
  }

  /** All names have UIDs that fit, and no meta data: they are copied last, after all points. */
  private void checkNames() throws IOException {
    CellChange forth = change(true, change.before(), change.layout());
    try (Table names = connection.getTable(tables.names().old())) {
      CellBatches.forEach(
          names,
          new Scan(),
          cells -> {
            for (Cell cell : cells) {
              forth.changed(cell);
            }
          });
    }
  }

  private long copyAll() throws IOException {
    tables.create(LayoutPhase.COPYING); // a death may have left some out
    cursor.create();
    long cells = 0;
    for (LayoutTables.Pair each : tables.all()) {
      Optional<byte[]> from = cursor.next(each.old());
      if (from.isPresent()) {
        progress.accept("Copying " + each.old() + " to " + each.target());
        cells += copy(each, from.get());
        cursor.ended(each.old());
      }
    }
    return cells;
  }

  private long copy(LayoutTables.Pair pair, byte[] from) throws IOException {
    return on(
        pair,
        copy ->
            copy.copy(
                new Scan().withStartRow(from), (row, cells) -> cursor.reached(pair.old(), row)));
  }

  private interface Work {
    long on(TableCopy copy) throws IOException;
  }

  private long on(LayoutTables.Pair pair, Work work) throws IOException {
    try (Table old = connection.getTable(pair.old());
        Table target = connection.getTable(pair.target())) {
      boolean isNames = pair.equals(tables.names());
      return work.on(
          new TableCopy(
              old,
              target,
              change(isNames, change.before(), change.layout()),
              change(isNames, change.layout(), change.before())));
    }
  }

  private static CellChange change(boolean isNames, PointKeyLayout from, PointKeyLayout to) {
    return isNames ? new NameCells(from, to) : new PointCells(from, to);
  }

  /**
   * The old tables take no writes any more, of no program; then the new ones are made equal. If the
   * fence is not there behind the comparison, as who read a descriptor before has written it since,
   * somebody may have written: then it is done again.
   */
  private long compareBehindFence() throws IOException {
    tables.checkAllMoves(); // before writes wait in vain
    progress.accept("Writes wait from now on");
    long mended = 0;
    for (int i = 0; i < MAX_ROUNDS; i++) {
      fence();
      for (LayoutTables.Pair each : tables.all()) {
        progress.accept("Comparing " + each.old() + " with " + each.target());
        mended += on(each, copy -> compare(each, copy));
      }
      tables.checkAllMoves();
      if (tables.isFenced()) {
        return mended;
      }
      progress.accept("The old tables could be written, by a change of another program; once more");
    }
    throw new IOException(
        "the tables of "
            + change.tables().data()
            + " were made writable "
            + MAX_ROUNDS
            + " times; do others change their descriptors? Undo the move");
  }

  private void fence() throws IOException {
    tables.note(LayoutPhase.FENCED);
    List<LayoutTables.Pair> before;
    do {
      before = tables.all();
      tables.setReadOnly(true);
      tables.create(LayoutPhase.FENCED); // also of rollups that were begun meanwhile
    } while (!tables.all().equals(before));
  }

  private static long compare(LayoutTables.Pair pair, TableCopy copy) throws IOException {
    long mended = 0;
    for (int i = 0; i < MAX_ROUNDS; i++) {
      long wrong = copy.mend();
      if (wrong == 0) {
        return mended;
      }
      mended += wrong;
    }
    throw new IOException(
        "table "
            + pair.target()
            + " differs from "
            + pair.old()
            + " after "
            + MAX_ROUNDS
            + " rounds of repair; is it written by others? Undo the move");
  }

  /**
   * Gives it up: the old tables take writes again, and the new ones are gone.
   *
   * @throws IllegalStateException when the new tables are read already
   */
  public void undo() throws IOException {
    LayoutPhase phase = tables.phase();
    if (phase.isNewRead()) {
      throw new IllegalStateException(
          "the new tables " + change.target().data() + " are read already; move the points back");
    }
    tables.setReadOnly(false);
    tables.note(LayoutPhase.NONE);
    tables.drop(cursor.name());
    tables.dropTargets();
  }

  /**
   * Drops the old tables. Who names them is led to the new ones on; programs that know nothing of
   * moves find no points.
   *
   * @throws IllegalStateException when the move has not ended
   * @throws IOException also when there are rows beside the points that were not moved
   */
  public void dropOld() throws IOException {
    if (tables.phase() != LayoutPhase.MOVED) {
      throw new IllegalStateException(
          "the points of " + change.tables().data() + " are not moved yet");
    }
    tables.dropOld();
  }
}
