package io.rowandb.engine.compaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Limits writers to a common number of bytes per second until it is stopped. The rate may change at
 * any time, even for waiting writers. Unused capacity is not saved up. Safe for use by many
 * threads.
 *
 * <p>It counts the bytes that could have been written so far: a writer reserves the next ones and
 * waits until the count has reached them. A waiting writer soon notices when its work is no longer
 * wanted, since closing or splitting a region waits for its compactions to end.
 */
public final class Throttle implements CommonPace {
  /** So many bytes in a second are no bound. */
  public static final double UNBOUNDED = Double.MAX_VALUE;

  /** What no disk comes near is not counted: the count would lose the bytes of a single write. */
  private static final double LEAST_UNBOUNDED = 1e15;

  /** The longest wait without asking whether the work is still wanted. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  // Fixed at construction.
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by lock.
  @GuardedBy("lock")
  private double bytesPerSecond;

  /** The count when the present bound began to hold, and that time. */
  @GuardedBy("lock")
  private double countedBytes;

  @GuardedBy("lock")
  private long countedAtNanos;

  /** The last byte that a writer took. */
  @GuardedBy("lock")
  private double takenBytes;

  @GuardedBy("lock")
  private boolean stopped;

  /**
   * A throttle that runs.
   *
   * @param bytesPerSecond more than 0
   * @param nanoTime a clock for durations, as {@link System#nanoTime}
   */
  public Throttle(double bytesPerSecond, LongSupplier nanoTime) {
    this.bytesPerSecond = checked(bytesPerSecond);
    this.nanoTime = nanoTime;
    this.countedAtNanos = nanoTime.getAsLong();
  }

  /** Bounds writers to {@code newBytesPerSecond} from now on. */
  public void limit(double newBytesPerSecond) {
    checked(newBytesPerSecond);
    lock.lock();
    try {
      long now = nanoTime.getAsLong();
      countedBytes = count(now);
      countedAtNanos = now;
      bytesPerSecond = newBytesPerSecond;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Stops all writers: those that wait or come later get an exception. */
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void wrote(long bytes, Wanted wanted) throws IOException {
    double last = take(bytes);
    do {
      wanted.check();
    } while (!awaitTurn(last));
  }

  /** Returns the last of the next bytes. */
  private double take(long bytes) {
    lock.lock();
    try {
      takenBytes = Math.max(takenBytes, count(nanoTime.getAsLong())) + bytes;
      return takenBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the count to come to a byte, but not long; returns whether it has. */
  private boolean awaitTurn(double last) throws IOException {
    lock.lock();
    try {
      long left = LOOK_NANOS;
      while (!mayWrite(last) && left > 0) {
        double missing = last - count(nanoTime.getAsLong());
        long wait = (long) Math.ceil(missing / bytesPerSecond * NANOS_PER_SECOND);
        // A stop or another bound ends the wait early.
        left = changed.awaitNanos(Math.min(left, wait));
      }
      return mayWrite(last);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted in a throttle");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean mayWrite(double last) throws CompactionStoppedException {
    if (stopped) {
      throw new CompactionStoppedException("Compaction stopped: the database is closing");
    }
    return bytesPerSecond >= LEAST_UNBOUNDED || last <= count(nanoTime.getAsLong());
  }

  /** The bytes that could have been written so far; without a bound, those that were. */
  @GuardedBy("lock")
  private double count(long nowNanos) {
    return bytesPerSecond < LEAST_UNBOUNDED
        ? countedBytes + (nowNanos - countedAtNanos) / NANOS_PER_SECOND * bytesPerSecond
        : takenBytes;
  }

  private static double checked(double bytesPerSecond) {
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException("bytes per second must be more than 0: " + bytesPerSecond);
    }
    return bytesPerSecond;
  }
}
