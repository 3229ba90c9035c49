package io.rowandb.engine.compaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Holds writers to a common number of bytes per second, until it is stopped. Unused time is not
 * saved up. Safe for use by many threads.
 */
public final class Throttle implements Pace {
  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  // Fixed at construction.
  private final long bytesPerSecond;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stop = lock.newCondition();

  @GuardedBy("lock")
  private long freeAtNanos;

  @GuardedBy("lock")
  private boolean stopped;

  /**
   * A throttle that runs.
   *
   * @param bytesPerSecond 0 for no bound
   * @param nanoTime a clock for durations, as {@link System#nanoTime}
   */
  public Throttle(long bytesPerSecond, LongSupplier nanoTime) {
    this.bytesPerSecond = bytesPerSecond;
    this.nanoTime = nanoTime;
    this.freeAtNanos = nanoTime.getAsLong();
  }

  /** Lets nobody write any more: those who wait or come later get an exception. */
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      stop.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void wrote(long bytes) throws IOException {
    lock.lock();
    try {
      if (bytesPerSecond > 0) {
        awaitTurn(bytes);
      }
      if (stopped) {
        throw new CompactionStoppedException("Compaction stopped: the database is closing");
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void awaitTurn(long bytes) throws InterruptedIOException {
    long now = nanoTime.getAsLong();
    long start = Math.max(0, freeAtNanos - now) + now;
    freeAtNanos = start + (long) ((double) bytes / bytesPerSecond * NANOS_PER_SECOND);
    long mine = freeAtNanos;
    try {
      while (!stopped) {
        long wait = mine - nanoTime.getAsLong();
        if (wait <= 0) {
          return;
        }
        // A stop ends the wait early; the loop looks at the time itself.
        long left = stop.awaitNanos(wait);
        assert left <= wait;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted in a throttle");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
