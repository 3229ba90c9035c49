package io.rowandb.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.load.LoadableTables;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/**
 * Changes of namespaces, tables, regions and snapshots, one at a time under the lock of {@link
 * Schema}, as long as the database is open. After {@link #end} no change begins or runs.
 *
 * <p>Safe for many threads. Lives as long as its {@link Database}.
 */
final class SchemaChanges implements LoadableTables {
  /** A change. */
  @FunctionalInterface
  interface Change {
    void run() throws IOException;
  }

  // Fixed at construction.
  private final Schema schema;
  private final Path directory;

  private final LongAdder nanos = new LongAdder();
  private volatile boolean ended;

  /** Whether a change runs. */
  @GuardedBy("schema")
  private boolean underWay;

  /**
   * None has run yet.
   *
   * @param directory of the database, for who is refused
   */
  SchemaChanges(Schema schema, Path directory) {
    this.schema = schema;
    this.directory = directory;
  }

  /** Runs a change when those before it are over; its time counts. */
  void run(Change change) throws IOException {
    checkOpen();
    long start = System.nanoTime();
    try {
      runUntimed(change);
    } finally {
      nanos.add(System.nanoTime() - start);
    }
  }

  /** As {@link #run}, but its time does not count. */
  private void runUntimed(Change change) throws IOException {
    synchronized (schema) {
      checkOpen(); // it may have been closed while this waited
      boolean inAnother = underWay;
      underWay = true;
      try {
        change.run();
      } finally {
        underWay = inAnother;
      }
    }
  }

  /**
   * As {@link #run}, but never in the middle of another change of the same thread, which may do
   * there what is background work otherwise.
   *
   * @return whether it ran
   */
  boolean runBetweenOthers(Change change) throws IOException {
    checkOpen();
    long start = System.nanoTime();
    try {
      synchronized (schema) {
        boolean mayRun = !underWay;
        if (mayRun) {
          runUntimed(change);
        }
        return mayRun;
      }
    } finally {
      nanos.add(System.nanoTime() - start);
    }
  }

  /** How long all took, and waited, in nanoseconds. */
  long nanos() {
    return nanos.sum();
  }

  /** Lets none begin any more; returns when none runs. */
  void end() {
    synchronized (schema) {
      ended = true;
    }
  }

  /** Whether {@link #end} was called. */
  boolean ended() {
    return ended;
  }

  @Override
  public TableMap.Entry stored(TableName name) throws RefusedException {
    return schema.stored(name);
  }

  /** Its time does not count. */
  @Override
  public void whileNoneChanges(Step step) throws IOException {
    runUntimed(step::run);
  }

  /** Refuses once {@link #end} was called. */
  @Override
  public void checkOpen() throws RefusedException {
    if (ended) {
      throw new RefusedException(Reason.CLOSED, "The database in " + directory + " is closed");
    }
  }
}
