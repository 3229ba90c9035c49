package io.rowandb.engine.wal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread force for all that wait: who has the turn forces, the others wait until their
 * sequence id is covered or the turn is free. Waiting is not ended by interrupts, which stay set.
 */
final class ForceTurn {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private boolean taken;

  @GuardedBy("lock")
  private long forcedSequence;

  ForceTurn(long forcedSequence) {
    this.forcedSequence = forcedSequence;
  }

  /** Waits; returns false when {@code sequence} is on disk, true when the caller has the turn. */
  boolean takeUnlessForced(long sequence) {
    lock.lock();
    try {
      while (taken && forcedSequence < sequence) {
        changed.awaitUninterruptibly();
      }
      if (forcedSequence >= sequence) {
        return false;
      }
      taken = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the turn. */
  void take() {
    boolean ours = takeUnlessForced(Long.MAX_VALUE);
    assert ours;
  }

  /** Ends the turn; all entries up to {@code sequence} are on disk, 0 when nothing is new. */
  void give(long sequence) {
    lock.lock();
    try {
      taken = false;
      forcedSequence = Math.max(forcedSequence, sequence);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
