package io.rowandb.engine;

import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.care.ClosedStoreCheck;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.load.BulkLoads;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.wal.Wal;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Ends a database once: closes it with everything in files, or discards it in the state that the
 * death of the process would leave. Schema changes end first, then the background work, then the
 * regions, the log and the manifest. The lock of the directory is always released last, whatever
 * failed.
 *
 * <p>Safe for many threads: a second caller waits for the first and does nothing.
 */
final class Ending {
  // Fixed at construction.
  private final DatabaseParts database;
  private final TableMap tables;
  private final Manifest manifest;
  private final Maintenance maintenance;
  private final BulkLoads bulkLoads;
  private final Wal wal;

  Ending(DatabaseParts database, BulkLoads bulkLoads, Wal wal) {
    this.database = database;
    this.tables = database.tables();
    this.manifest = database.manifest();
    this.maintenance = database.maintenance();
    this.bulkLoads = bulkLoads;
    this.wal = wal;
  }

  /** See {@link Database#close}. */
  void close() throws IOException {
    end(this::close);
  }

  /** See {@link Database#discard}. */
  void discard() throws IOException {
    end(this::discard);
  }

  private synchronized void end(Consumer<Closing> ending) throws IOException {
    if (!database.changes().ended()) {
      Closing parts = new Closing();
      stop(parts);
      synchronized (database.schema()) {
        ending.accept(parts);
      }
      parts.close(database.stores().blockCache());
      parts.close(database.hold());
      parts.rethrow();
    }
  }

  /**
   * No change of the schema begins any more, and the background work ends. It may be waiting to
   * change the schema, so its end is awaited without that lock.
   */
  private void stop(Closing parts) {
    database.changes().end();
    database.stores().cacheLoading().stop();
    // Bulk loads that run end soon, with what they brought gone.
    bulkLoads.runAlone(() -> parts.close(maintenance));
  }

  private void close(Closing parts) {
    List<StoredRegion> stored = tables.storedRegions();
    stored.forEach(region -> region.stopWrites(true));
    for (StoredRegion region : stored) {
      parts.run(region::flush);
    }
    tables.openRegions().forEach(region -> region.close(Reason.CLOSED));
    if (!parts.failed() && !manifest.hasFailed()) {
      // All is in files: the next opening has nothing to read again.
      parts.run(wal::roll);
      parts.run(() -> wal.release(wal.lastSequence()));
    }
    parts.close(wal);
    parts.close(manifest);
    check(
        parts,
        database.openScanners().sum() > 0
            || manifest.hasFailed()
            || database.stores().obsoleteFiles().failures() > 0
            || database.layout().failures() > 0
            || maintenance.failures().count() > 0);
  }

  private void discard(Closing parts) {
    // Who is in the middle of a request looks for the region again, and finds what came instead.
    tables.openRegions().forEach(region -> region.close(Reason.REGION_CLOSED));
    parts.run(wal::abandon);
    parts.close(manifest);
    check(parts, true);
  }

  private void check(Closing parts, boolean mayLeaveFiles) {
    if (database.options().checkedOnClose() && !parts.failed()) {
      parts.run(() -> ClosedStoreCheck.run(database.options(), mayLeaveFiles));
    }
  }
}
