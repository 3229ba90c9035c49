package io.rowandb.engine.background;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.region.WriteGate;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Bounds the memstores of a database: requests flushes in time, and makes writers wait when flushes
 * fall behind.
 *
 * <ol>
 *   <li>A write is admitted only while all memstores together are below the global limit and its
 *       region is below its blocking size. They can exceed the limits by the writes in progress,
 *       one per thread.
 *   <li>A region whose flush failed twice is admitted while it is below its flush size and all such
 *       regions together are below half of the limit: the memory is for regions that can be
 *       flushed. Each further write to it retries the flush, twice, and is refused if that fails.
 *   <li>No writer waits longer than the longest delay. Nor does it keep waiting once the flush of
 *       its own region has failed, or those of all regions have: then the write is refused with the
 *       reason.
 * </ol>
 *
 * Safe for use by many threads; a write that need not wait takes no lock here.
 */
public final class MemStoreLimits implements WriteGate {
  /** So many flushes of a region must fail before a write that waits for one is refused. */
  private static final int TRIES = 2;

  // Fixed at construction.
  private final FlushPolicy policy;
  private final long maxWaitMillis;
  private final ChunkPool chunkPool;
  private final Consumer<StoredRegion> flushRequests;
  private final BooleanSupplier flushLargestRequests;
  private final FailedFlushes failed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Atomic.
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong activeBytes = new AtomicLong();
  private final AtomicLong stallNanos = new AtomicLong();

  @GuardedBy("lock")
  private long failures;

  /** How often a writer that waits had to look again. */
  @GuardedBy("lock")
  private long changes;

  @GuardedBy("lock")
  private Throwable lastFailure;

  /**
   * @param chunkPool what shares the global limit with them
   * @param flushRequests takes a region that should be flushed; runs or queues the flush
   * @param flushLargestRequests the same for whatever region is the largest of those whose last
   *     flush did not fail; when there is none, of the others, and returns false
   * @param failed the regions whose last flush failed
   */
  MemStoreLimits(
      FlushPolicy policy,
      long maxWaitMillis,
      ChunkPool chunkPool,
      Consumer<StoredRegion> flushRequests,
      BooleanSupplier flushLargestRequests,
      FailedFlushes failed) {
    this.policy = policy;
    this.maxWaitMillis = maxWaitMillis;
    this.chunkPool = chunkPool;
    this.flushRequests = flushRequests;
    this.flushLargestRequests = flushLargestRequests;
    this.failed = failed;
  }

  /** Heap bytes of all memstores. */
  public long bytes() {
    return bytes.get();
  }

  /** How long writers waited, all together. */
  public long stallMillis() {
    return TimeUnit.NANOSECONDS.toMillis(stallNanos.get());
  }

  /** Whether all memstores together are so large that some must, and can, be flushed early. */
  public boolean isGlobalPressure() {
    long active = activeBytes.get();
    return failed.isEmpty()
        ? policy.isGlobalPressure(active)
        : policy.isPressureOfOthers(active - failed.activeBytes(), failed.memStoreBytes());
  }

  /** A flush failed: threads that wait for memory are notified. */
  void flushFailed(Throwable cause) {
    lock.lock();
    try {
      failures++;
      changes++;
      lastFailure = cause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A region can be flushed again: threads that wait for that are notified. */
  void flushedAgain() {
    lock.lock();
    try {
      changes++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void admit(StoredRegion region) throws RefusedException, InterruptedIOException {
    if (mustWait(region, bytes.get()) || isLeftLittle(region)) {
      long start = System.nanoTime();
      try {
        awaitRoom(region, start);
      } finally {
        long nanos = System.nanoTime() - start;
        stallNanos.addAndGet(nanos);
        region.countStall(nanos);
      }
    }
  }

  @Override
  public void resized(long byBytes, long byActiveBytes) {
    bytes.addAndGet(byBytes);
    activeBytes.addAndGet(byActiveBytes);
    chunkPool.memStoresResized(byBytes);
    if (byBytes < 0) {
      lock.lock();
      try {
        changes++;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void written(StoredRegion region) {
    if (region.activeBytes() >= region.flushRule().regionBytes()) {
      flushRequests.accept(region);
    }
    if (isGlobalPressure()) {
      var unused = flushLargestRequests.getAsBoolean(); // what may come of it nobody waits for
    }
  }

  private void awaitRoom(StoredRegion region, long startNanos)
      throws RefusedException, InterruptedIOException {
    long deadline = startNanos + TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
    tryFailedAgain(region, deadline);
    while (mustWait(region, bytes.get())) {
      long changesBefore = changes();
      long failuresBefore = failures();
      boolean others = requestRoom(region);
      awaitChange(region, changesBefore, deadline);
      refuseAfterFailure(region, failuresBefore, others);
    }
  }

  /**
   * Asks for the flush of a region whose flushes failed, once, and when that fails too, which may
   * have begun before, once more; the second failure is the answer.
   */
  private void tryFailedAgain(StoredRegion region, long deadline)
      throws RefusedException, InterruptedIOException {
    for (int tries = 1; isHeldBack(region); tries++) {
      if (tries > TRIES) {
        throw refused(region, "its flush failed: " + failed.cause(region), failed.cause(region));
      }
      int timesBefore = failed.times(region);
      flushRequests.accept(region);
      await(region, () -> isHeldBack(region) && failed.times(region) == timesBefore, deadline);
    }
    if (isLeftLittle(region)) {
      flushRequests.accept(region); // it failed once
    }
  }

  private boolean isHeldBack(StoredRegion region) {
    return failed.hasAgain(region) && isLeftLittle(region);
  }

  /** Returns when memory was given back, or a flush has failed, since so many changes. */
  private void awaitChange(StoredRegion region, long changesBefore, long deadline)
      throws RefusedException, InterruptedIOException {
    await(
        region,
        () ->
            mustWait(region, bytes.get())
                && (changes() == changesBefore || System.nanoTime() >= deadline),
        deadline);
  }

  /** Looks again with each change of memory or of a flush, until something does not hold. */
  private void await(StoredRegion region, BooleanSupplier holds, long deadline)
      throws RefusedException, InterruptedIOException {
    lock.lock();
    try {
      long left = deadline - System.nanoTime();
      while (holds.getAsBoolean()) {
        if (left <= 0) {
          throw refused(region, "no flush made room within " + maxWaitMillis + " ms", lastFailure);
        }
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while waiting for memstore memory");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param others whether others may make room
   */
  private void refuseAfterFailure(StoredRegion region, long failuresBefore, boolean others)
      throws RefusedException {
    lock.lock();
    try {
      if (!others && failures != failuresBefore && mustWait(region, bytes.get())) {
        throw refused(region, "the flush that would make room failed: " + lastFailure, lastFailure);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean mustWait(StoredRegion region, long allBytes) {
    return policy.mustWait(region.memStoreBytes(), region.flushRule().regionBytes(), allBytes);
  }

  /** Whether a region has what is left to one whose flush failed. */
  private boolean isLeftLittle(StoredRegion region) {
    return failed.has(region)
        && policy.isLeftLittle(
            region.memStoreBytes(), region.flushRule().regionBytes(), failed.memStoreBytes());
  }

  /**
   * Asks for the flush that would make room.
   *
   * @return false when it is one that failed the last time, and no other one would do
   */
  private boolean requestRoom(StoredRegion region) {
    if (mustWait(region, 0)) {
      boolean mayWork = !failed.has(region);
      flushRequests.accept(region);
      return mayWork;
    }
    return flushLargestRequests.getAsBoolean();
  }

  private long failures() {
    lock.lock();
    try {
      return failures;
    } finally {
      lock.unlock();
    }
  }

  private long changes() {
    lock.lock();
    try {
      return changes;
    } finally {
      lock.unlock();
    }
  }

  private RefusedException refused(StoredRegion region, String why, Throwable cause) {
    return new RefusedException(
        RefusedException.Reason.REGION_TOO_BUSY,
        "Over memstore limit: "
            + bytes.get()
            + " of "
            + policy.globalBytes()
            + " bytes in all regions, "
            + region.memStoreBytes()
            + " of "
            + policy.blockingBytes(region.flushRule().regionBytes(), failed.hasAgain(region))
            + " in region "
            + region.info().encodedName()
            + "; "
            + why,
        cause);
  }
}
