package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.notes.MigrationStates;
import io.rowandb.schema.pattern.notes.Since;
import io.rowandb.schema.pattern.notes.TableNotes;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.FrozenSource;
import io.rowandb.schema.view.ViewedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;

/** The tables of a migration, opened as the phase wants it. Must be closed. Used by one thread. */
final class OpenTables<R> implements AutoCloseable {
  private static final long MOST_FENCING_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long FENCING_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  // Fixed at construction.
  private final Connection connection;
  private final Migration<R> migration;
  private final IndexSettings settings;

  private MigrationStates.Seen seen;
  private Since since;

  /** As they are written in the phase that was seen; null until that is asked for. */
  private Side<R> side;

  /** The one that is read then; null until that is asked for. */
  private RecordTable<R> reads;

  private long notCopied;
  private Throwable lastNotCopied;

  OpenTables(Connection connection, Migration<R> migration, IndexSettings settings) {
    this.connection = connection;
    this.migration = migration;
    this.settings = settings;
  }

  /** Looks at the phase now; what is open stays if it is the same. */
  void look() throws IOException {
    Since now = Since.now();
    MigrationStates.Seen found = states();
    if (!found.equals(seen)) {
      close();
      seen = found;
    }
    since = now;
  }

  private void lookIfOld() throws IOException {
    if (since.isYounger(settings.lease().toNanos())) {
      return;
    }
    try {
      look();
    } catch (IOException e) {
      if (side == null && reads == null) {
        throw e;
      }
      since = Since.now(); // no master answers, and tables go on without
    }
  }

  /** Looks now; says whether that is another phase than the one seen before. */
  boolean isChangedNow() throws IOException {
    MigrationStates.Seen before = seen;
    look();
    return !seen.equals(before);
  }

  /**
   * Opens the tables anew, by what they say then: other tables of this program may have seen them
   * in another phase.
   */
  void askAnew() throws IOException {
    close();
    TableNotes.forget(connection);
  }

  MigrationPhase phase() throws IOException {
    lookIfOld();
    return seen.phase();
  }

  /** Whether the tables say now that a write may succeed without the new one. */
  boolean isLenientNow() throws IOException {
    return states().phase().isLenient();
  }

  /** Whether so much time has passed since the phase was seen that others may have gone on. */
  boolean isOld() {
    return !since.isYounger(settings.lease().toNanos());
  }

  /**
   * Waits while the old table becomes read-only.
   *
   * @throws IOException when that takes longer than a minute, as when who moves the records died
   */
  void awaitFence() throws IOException {
    try (WaitingCarrier carrier = new WaitingCarrier(connection)) {
      long end = carrier.nanoTime() + MOST_FENCING_NANOS;
      while (seen.phase() == MigrationPhase.FENCING) {
        if (carrier.nanoTime() - end > 0) {
          throw new IOException(
              "table "
                  + migration.old().name()
                  + " has been becoming read-only for a minute: call MigrationRun.end() again");
        }
        Steps.ended(carrier.pause(FENCING_PAUSE_NANOS));
        look();
      }
    }
  }

  /** As it was seen last. */
  MigrationPhase lastPhase() {
    return seen.phase();
  }

  /** How records are written now. */
  Side<R> side() throws IOException {
    lookIfOld();
    if (side == null) {
      side = opened();
    }
    return side;
  }

  private Side<R> opened() throws IOException {
    TableDesign<R> old = migration.old();
    TableDesign<R> target = migration.target();
    if (seen.phase() == MigrationPhase.ENDED) {
      // It still is a view if who moved the records died before the last step.
      return Side.ofNew(opened(seen.isOfOld() ? target.asViewOf(old.name()) : target));
    }
    if (seen.phase() == MigrationPhase.FENCED) {
      return Side.ofNew(opened(target.asViewOf(old.name())))
          .behind(
              new Fence<>(
                  FrozenSource.open(connection, settings, migration.view()),
                  new WaitingCarrier(connection),
                  settings.clock(),
                  target.isMarked()));
    }
    return Side.ofOld(seen.isWritten() ? both(old) : opened(old));
  }

  private RecordTable<R> opened(TableDesign<R> design) throws IOException {
    return RecordTable.open(connection, design, settings);
  }

  private ViewedTable<R> both(TableDesign<R> old) throws IOException {
    return ViewedTable.open(
        connection,
        settings.clock(),
        settings,
        old,
        List.of(seen.phase().isLenient() ? migration.view() : migration.strictView()),
        this::isTolerated);
  }

  /**
   * Whether a write of the old table succeeds without the new one. Asks the table itself: while it
   * answers so, whoever lets programs read the new table has not looked yet for what is left.
   */
  private boolean isTolerated(Throwable failure) {
    if (failure instanceof Error) {
      return false;
    }
    try {
      if (!states().phase().isLenient()) {
        return false;
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
    notCopied++;
    lastNotCopied = failure;
    return true;
  }

  private MigrationStates.Seen states() throws IOException {
    return MigrationStates.of(connection, migration.old().name(), migration.target().name());
  }

  long countNotCopied() {
    return notCopied;
  }

  Optional<Throwable> lastNotCopied() {
    return Optional.ofNullable(lastNotCopied);
  }

  /** The table that is read now. */
  RecordTable<R> reads() throws IOException {
    lookIfOld();
    if (reads == null) {
      reads = opened(seen.phase().readsNew() ? migration.target() : migration.old());
    }
    return reads;
  }

  @Override
  public void close() throws IOException {
    Side<R> former = side;
    RecordTable<R> formerReads = reads;
    side = null;
    reads = null;
    if (former != null) {
      former.close();
    }
    if (formerReads != null) {
      formerReads.close();
    }
  }
}
