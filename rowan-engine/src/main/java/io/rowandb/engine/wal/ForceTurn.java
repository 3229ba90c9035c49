package io.rowandb.engine.wal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.lock.SpinLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Lets one thread force for all that wait: the holder of the turn forces, the others wait until
 * their sequence id is covered or the turn is free. Interrupts do not end a wait; their flag stays
 * set.
 *
 * <p><b>Groups.</b> Threads that were forced together write again at about the same time. So no
 * thread takes the turn before as many are waiting as when it last ended, and the last to arrive
 * takes it. But no thread waits for others longer than half of the time of the last force, and a
 * single thread never waits.
 */
final class ForceTurn {
  /** A thread that waits. */
  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    final long sequence;

    // Guarded by the lock.
    boolean isListed;

    // Its own.
    boolean hasTurn;

    Waiter(long sequence) {
      this.sequence = sequence;
    }
  }

  private static final long UNTIL_WOKEN = Long.MAX_VALUE;

  /** The sequence id that a thread awaits if it wants the turn itself. */
  private static final long NEVER_FORCED = Long.MAX_VALUE;

  // Fixed at construction.
  private final LongSupplier nanoClock;
  private final SpinLock lock = new SpinLock();

  // Written under the lock.
  private volatile long forcedSequence;

  @GuardedBy("lock")
  private boolean taken;

  /** Those that sleep or are about to, without the one that has the turn. */
  @GuardedBy("lock")
  private final List<Waiter> waiters = new ArrayList<>();

  /** Whether the holder of the turn came for its own entry. */
  @GuardedBy("lock")
  private boolean shared;

  /** How many there were when a shared turn ended last, with the one that had it. */
  @GuardedBy("lock")
  private int group = 1;

  /**
   * The waiter that waits for others only for a limited time; null if the turn is taken or there is
   * no waiter.
   */
  @GuardedBy("lock")
  private Waiter impatient;

  /** Until this time of the clock. */
  @GuardedBy("lock")
  private long patientUntil;

  @GuardedBy("lock")
  private long takenNanos;

  /** What the last shared turn took. */
  @GuardedBy("lock")
  private long lastForceNanos;

  /**
   * @param nanoClock {@code System.nanoTime}, or what a test makes of it
   */
  ForceTurn(long forcedSequence, LongSupplier nanoClock) {
    this.forcedSequence = forcedSequence;
    this.nanoClock = nanoClock;
  }

  /** Waits; returns false when {@code sequence} is on disk, true when the caller has the turn. */
  boolean takeUnlessForced(long sequence) {
    Waiter waiter = new Waiter(sequence);
    boolean interrupted = false;
    for (long nanos = tryTake(waiter); nanos > 0; nanos = tryTake(waiter)) {
      if (nanos == UNTIL_WOKEN) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, nanos);
      }
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return waiter.hasTurn;
  }

  /** Waits for the turn, without sharing it. */
  void take() {
    boolean ours = takeUnlessForced(NEVER_FORCED);
    assert ours;
  }

  /** Ends the turn; all entries up to {@code sequence} are on disk, 0 when nothing is new. */
  void give(long sequence) {
    List<Waiter> woken;
    lock.lock();
    try {
      taken = false;
      forcedSequence = Math.max(forcedSequence, sequence);
      if (shared) {
        lastForceNanos = nanoClock.getAsLong() - takenNanos;
        group = waiters.size() + 1;
      }
      woken = List.copyOf(waiters);
      waiters.removeIf(waiter -> waiter.sequence <= forcedSequence);
    } finally {
      lock.unlock();
    }
    for (Waiter waiter : woken) {
      LockSupport.unpark(waiter.thread);
    }
  }

  /** Returns how long to sleep: not at all when it is covered or has the turn. */
  private long tryTake(Waiter waiter) {
    if (forcedSequence >= waiter.sequence) {
      return 0; // give took it off the list, or will
    }
    lock.lock();
    try {
      if (forcedSequence >= waiter.sequence) {
        return 0;
      }
      if (!waiter.isListed) {
        waiters.add(waiter);
        waiter.isListed = true;
      }
      if (taken) {
        return UNTIL_WOKEN;
      }
      long now = nanoClock.getAsLong();
      boolean shares = waiter.sequence != NEVER_FORCED;
      if (shares && waiters.size() < group) {
        if (impatient == null) {
          impatient = waiter;
          patientUntil = now + lastForceNanos / 2;
        }
        if (impatient != waiter) {
          return UNTIL_WOKEN;
        }
        if (patientUntil - now > 0) {
          return patientUntil - now;
        }
      }
      waiters.remove(waiter);
      impatient = null;
      taken = true;
      shared = shares;
      takenNanos = now;
      waiter.hasTurn = true;
      return 0;
    } finally {
      lock.unlock();
    }
  }
}
