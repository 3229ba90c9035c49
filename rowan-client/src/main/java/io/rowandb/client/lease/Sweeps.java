package io.rowandb.client.lease;

import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.io.RepeatingThread;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Sweeps an owner's open scanners periodically, as long as there are any.
 *
 * <p>Invariants: 1. While something is left to sweep, one sweep is scheduled or running. 2. A
 * scheduled sweep does not keep its owner alive. The machine's clock determines when the next sweep
 * is due; the owner's own clock decides what has expired. Safe for many threads.
 */
public final class Sweeps {
  /** The longest that something stays after it has ended. */
  private static final long PERIOD_MILLIS = 1_000;

  /** The shortest time between two sweeps, of leases that end at once too. */
  private static final long MIN_PERIOD_MILLIS = 10;

  private static final RepeatingThread THREAD = new RepeatingThread("rowan-scan-leases");

  private final WeakReference<Swept> owner;
  private final long periodMillis;
  private final Later later;
  private final AtomicBoolean planned = new AtomicBoolean();

  /**
   * Sweeps for one owner, which holds this object.
   *
   * @param leaseMillis the time after which a lease ends
   */
  public Sweeps(Swept owner, long leaseMillis) {
    this(owner, leaseMillis, THREAD::afterEach);
  }

  Sweeps(Swept owner, long leaseMillis, Later later) {
    this.later = later;
    this.owner = new WeakReference<>(owner);
    this.periodMillis = Math.max(MIN_PERIOD_MILLIS, Math.min(PERIOD_MILLIS, leaseMillis / 2));
  }

  /** The owner of something to sweep. */
  public interface Swept {
    /** Lets go of what has ended. */
    void sweep();

    /** Whether anything is left. */
    boolean holdsAny();
  }

  /** Runs something after each such while, as long as it says true or fails. */
  interface Later {
    void run(long millis, BooleanSupplier task);
  }

  /**
   * Called after something was added. When it fails, as without memory for a thread, the next that
   * is added begins.
   */
  public void begin() {
    if (!planned.get() && planned.compareAndSet(false, true)) {
      boolean begun = false;
      try {
        later.run(periodMillis, this::sweep);
        begun = true;
      } finally {
        if (!begun) {
          planned.set(false);
        }
      }
    }
  }

  /** Whether one more is planned, which takes no memory. */
  private boolean sweep() {
    Swept swept = owner.get();
    if (swept == null) {
      return false;
    }
    try {
      swept.sweep();
    } catch (RuntimeException | Error e) {
      FailureLog.error(Sweeps.class, "Sweeping open scanners failed; the next sweep goes on", e);
    }
    planned.set(false);
    // Asked after the mark is gone: who adds something now plans the next sweep himself.
    return swept.holdsAny() && planned.compareAndSet(false, true);
  }
}
