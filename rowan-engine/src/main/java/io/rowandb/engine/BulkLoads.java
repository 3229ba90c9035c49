package io.rowandb.engine;

import java.io.IOException;
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

  /** Runs one; see {@link Database#bulkLoad}. */
  BulkLoadSummary run(BulkLoad load) throws IOException {
    running.readLock().lock();
    try {
      parts.changes().checkOpen();
      return new BulkLoading(
              parts.schema(),
              parts.layout(),
              parts.stores(),
              parts.maintenance(),
              load,
              parts.changes())
          .run();
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
