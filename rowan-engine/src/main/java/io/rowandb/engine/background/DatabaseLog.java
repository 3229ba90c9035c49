package io.rowandb.engine.background;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.latency.Operation;
import io.rowandb.engine.latency.OperationTimer;
import io.rowandb.engine.region.RegionLog;
import io.rowandb.engine.wal.Wal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The log as the regions see it. While the log of the last run is being replayed there is no log to
 * write to yet, but the replayed sequence ids count already.
 */
public final class DatabaseLog implements RegionLog {
  // Fixed at construction.
  private final boolean alwaysForce;
  private final OperationTimer logWrites;
  private final OperationTimer logForces;

  // Written by the thread that opens the database.
  private volatile Wal wal;
  private volatile long recoveredSequence;

  /**
   * A log that is being recovered.
   *
   * @param alwaysForce whether SYNC_WAL means FSYNC_WAL
   * @param latencies times what writers wait for it
   */
  public DatabaseLog(boolean alwaysForce, Latencies latencies) {
    this.alwaysForce = alwaysForce;
    this.logWrites = latencies.timer(Operation.LOG_WRITE);
    this.logForces = latencies.timer(Operation.LOG_FORCE);
  }

  /** Notes that recovery reached this sequence id. */
  public void noteRecovered(long sequence) {
    recoveredSequence = Math.max(recoveredSequence, sequence);
  }

  /** Recovery is over. */
  public void continueWith(Wal opened) {
    wal = opened;
  }

  @Override
  public long append(long regionNumber, List<RowMutation> mutations) throws IOException {
    return wal.append(regionNumber, mutations);
  }

  @Override
  public void sync(long sequence, Durability durability) throws IOException {
    boolean force = alwaysForce && durability == Durability.SYNC_WAL;
    switch (force ? Durability.FSYNC_WAL : durability) {
      case SKIP_WAL, ASYNC_WAL -> {
        // Nobody waits.
      }
      case SYNC_WAL -> sync(sequence, Durability.SYNC_WAL, logWrites);
      case FSYNC_WAL -> sync(sequence, Durability.FSYNC_WAL, logForces);
    }
  }

  private void sync(long sequence, Durability durability, OperationTimer timer) throws IOException {
    long begun = timer.begin();
    wal.sync(sequence, durability);
    timer.end(begun);
  }

  @Override
  public boolean hasWritten(long first) {
    Wal present = wal;
    return present != null && present.hasWritten(first); // what is being read may not be on disk
  }

  @Override
  public long lastSequence() {
    Wal present = wal;
    return present == null ? recoveredSequence : present.lastSequence();
  }

  /** Sequence ids for tables that are never logged. */
  public static final class Unlogged implements RegionLog {
    private final AtomicLong last = new AtomicLong();

    @Override
    public long append(long regionNumber, List<RowMutation> mutations) {
      return last.incrementAndGet();
    }

    @Override
    public void sync(long sequence, Durability durability) {}

    @Override
    public boolean hasWritten(long first) {
      return false;
    }

    @Override
    public long lastSequence() {
      return last.get();
    }
  }
}
