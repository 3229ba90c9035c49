package io.rowandb.engine.load;

import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.store.StoreEnvironment;
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
public final class BulkLoads {
  // Fixed at construction.
  private final LoadableTables tables;
  private final StoreLayout layout;
  private final StoreEnvironment stores;
  private final Maintenance maintenance;

  /** Shared by those that run. */
  private final ReentrantReadWriteLock running = new ReentrantReadWriteLock();

  /**
   * None runs yet.
   *
   * @param stores what all stores of the database share
   * @param maintenance of the regions that get files
   */
  public BulkLoads(
      LoadableTables tables, StoreLayout layout, StoreEnvironment stores, Maintenance maintenance) {
    this.tables = tables;
    this.layout = layout;
    this.stores = stores;
    this.maintenance = maintenance;
  }

  /**
   * Runs some together: all files of all of them, or none.
   *
   * @param loads each of another table
   * @param lastLook asked when all files are checked and ready
   */
  public BulkLoadSummary run(List<BulkLoad> loads, BulkLoad.LastLook lastLook) throws IOException {
    running.readLock().lock();
    try {
      tables.checkOpen();
      List<BulkLoading> each = new ArrayList<>();
      Set<TableName> loaded = new HashSet<>();
      for (BulkLoad load : loads) {
        if (!loaded.add(load.table())) {
          throw new IllegalArgumentException(
              "Each load must be of another table, and two are of " + load.table());
        }
        each.add(new BulkLoading(tables, layout, stores, load));
      }
      return new LoadCommit(stores, maintenance, tables, each).run(lastLook);
    } finally {
      running.readLock().unlock();
    }
  }

  /** Runs a step when those that run are over; none begins meanwhile. */
  public void runAlone(Runnable step) {
    running.writeLock().lock();
    try {
      step.run();
    } finally {
      running.writeLock().unlock();
    }
  }
}
