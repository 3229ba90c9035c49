package io.rowandb.engine.latency;

/**
 * The timed operations. Reading the clock twice and recording takes about 0.08 microseconds, so
 * only some of the operations that take one microsecond or less are timed. The sampling periods are
 * prime: with a period of 16, alternating requests of two kinds might show only the cheap ones.
 */
public enum Operation {
  /** A get, from the memstore, the cache or files. */
  GET(61),
  /** One call of a scan for its next rows. */
  SCAN_NEXT(251),
  /** A put or delete of one row, waiting for locks, memory and the log included. */
  WRITE(7),
  /** Puts and deletes of many rows in one call. */
  BATCH(1),
  /** A conditional write, an increment or an append. */
  UPDATE(7),
  /** Handing the log to the operating system, as SYNC_WAL asks, or waiting for who does it. */
  LOG_WRITE(7),
  /** Forcing the log to disk, as FSYNC_WAL asks, or waiting for who does it. */
  LOG_FORCE(1),
  /** A flush of a region that had something to write. */
  FLUSH(1),
  /** A compaction of a family of a region. */
  COMPACTION(1);

  private final int timedEvery;

  Operation(int timedEvery) {
    this.timedEvery = timedEvery;
  }

  /** Of how many in one thread one is timed, the first of them. */
  public int timedEvery() {
    return timedEvery;
  }
}
