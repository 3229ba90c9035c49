package io.rowandb.engine;

import io.rowandb.engine.catalog.TableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The bulk loads of a database. Closing the database waits for running loads, since they create
 * files that only they know of. Safe for many threads.
 */
final class BulkLoads {
  // Fixed at construction.
  private final DatabaseParts parts;

  /** Shared by those that run. */
  private final ReentrantReadWriteLock running = new ReentrantReadWriteLock();

  BulkLoads(DatabaseParts parts) {
    this.parts = parts;
  }

  /** Runs some together; see {@link Database#bulkLoad(List, BulkLoad.LastLook)}. */
  BulkLoadSummary run(List<BulkLoad> loads, BulkLoad.LastLook lastLook) throws IOException {
    running.readLock().lock();
    try {
      parts.changes().checkOpen();
      List<BulkLoading> each = new ArrayList<>();
      Set<TableName> tables = new HashSet<>();
      for (BulkLoad load : loads) {
        if (!tables.add(load.table())) {
          throw new IllegalArgumentException(
              "Each load must be of another table, and two are of " + load.table());
        }
        each.add(
            new BulkLoading(parts.schema(), parts.layout(), parts.stores(), load, parts.changes()));
      }
      return new LoadCommit(parts.stores(), parts.maintenance(), parts.changes(), each)
          .run(lastLook);
    } finally {
      running.readLock().unlock();
    }
  }

  /** Runs a step when those that run are over; none begins meanwhile. */
  void runAlone(Runnable step) {
    running.writeLock().lock();
    try {
      step.run();
    } finally {
      running.writeLock().unlock();
    }
  }
}
