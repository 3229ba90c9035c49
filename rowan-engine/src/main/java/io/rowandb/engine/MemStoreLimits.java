package io.rowandb.engine;

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
import java.util.function.Consumer;

/**
 * Bounds the memstores of a database (D12): asks for flushes in time, and makes writers wait when
 * they come too late.
 *
 * <ol>
 *   <li>A write is admitted only while all memstores together are below the global limit and its
 *       region is below its blocking size. They can pass the limits by what the writes under way
 *       add, one per thread.
 *   <li>Nobody waits longer than the longest delay, nor on when flushes fail: then the write is
 *       refused with the reason of the failure.
 * </ol>
 *
 * Safe for use by many threads; a write that need not wait takes no lock here.
 */
final class MemStoreLimits implements WriteGate {
  // Fixed at construction.
  private final FlushPolicy policy;
  private final long maxWaitMillis;
  private final ChunkPool chunkPool;
  private final Consumer<StoredRegion> flushRequests;
  private final Runnable flushLargestRequests;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Atomic.
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong activeBytes = new AtomicLong();
  private final AtomicLong stallNanos = new AtomicLong();

  @GuardedBy("lock")
  private long failures;

  @GuardedBy("lock")
  private Throwable lastFailure;

  /**
   * @param chunkPool what shares the global limit with them
   * @param flushRequests takes a region that should be flushed; runs or queues the flush
   * @param flushLargestRequests the same for whatever region is the largest
   */
  MemStoreLimits(
      FlushPolicy policy,
      long maxWaitMillis,
      ChunkPool chunkPool,
      Consumer<StoredRegion> flushRequests,
      Runnable flushLargestRequests) {
    this.policy = policy;
    this.maxWaitMillis = maxWaitMillis;
    this.chunkPool = chunkPool;
    this.flushRequests = flushRequests;
    this.flushLargestRequests = flushLargestRequests;
  }

  /** Heap bytes of all memstores. */
  long bytes() {
    return bytes.get();
  }

  /** How long writers waited, all together. */
  long stallMillis() {
    return TimeUnit.NANOSECONDS.toMillis(stallNanos.get());
  }

  /** Whether all memstores together are so large that some must be flushed early. */
  boolean isGlobalPressure() {
    return policy.isGlobalPressure(activeBytes.get());
  }

  /** A flush failed: whoever waits for memory is told. */
  void flushFailed(Throwable cause) {
    lock.lock();
    try {
      failures++;
      lastFailure = cause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void admit(StoredRegion region) throws RefusedException, InterruptedIOException {
    if (mustWait(region, bytes.get())) {
      long start = System.nanoTime();
      try {
        awaitRoom(region, start);
      } finally {
        long nanos = System.nanoTime() - start;
        stallNanos.addAndGet(nanos);
        region.stalled(nanos);
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
      flushLargestRequests.run();
    }
  }

  private void awaitRoom(StoredRegion region, long startNanos)
      throws RefusedException, InterruptedIOException {
    long failuresBefore = failures();
    requestRoom(region);
    long deadline = startNanos + TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
    lock.lock();
    try {
      while (mustWait(region, bytes.get())) {
        if (failures != failuresBefore) {
          throw refused(region, "the flush that would make room failed: " + lastFailure);
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw refused(region, "no flush made room within " + maxWaitMillis + " ms");
        }
        // Woken or not, the loop looks at the sizes itself.
        long rest = changed.awaitNanos(left);
        assert rest <= left;
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

  private boolean mustWait(StoredRegion region, long allBytes) {
    return policy.mustWait(region.memStoreBytes(), region.flushRule().regionBytes(), allBytes);
  }

  private void requestRoom(StoredRegion region) {
    if (mustWait(region, 0)) {
      flushRequests.accept(region);
    } else {
      flushLargestRequests.run();
    }
  }

  private long failures() {
    lock.lock();
    try {
      return failures;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private RefusedException refused(StoredRegion region, String why) {
    return new RefusedException(
        RefusedException.Reason.REGION_TOO_BUSY,
        "Over memstore limit: "
            + bytes.get()
            + " of "
            + policy.globalBytes()
            + " bytes in all regions, "
            + region.memStoreBytes()
            + " of "
            + region.flushRule().regionBytes() * policy.blockingMultiplier()
            + " in region "
            + region.info().encodedName()
            + "; "
            + why,
        lastFailure);
  }
}
