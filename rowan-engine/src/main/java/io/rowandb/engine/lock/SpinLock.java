package io.rowandb.engine.lock;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for critical sections that take less time than putting a thread to sleep and waking it: a
 * thread spins for some microseconds before it sleeps. An interrupt does not end the wait; its flag
 * stays set.
 */
public final class SpinLock extends ReentrantLock {
  private static final long serialVersionUID = 1L;

  /** A few microseconds: what a write of some entries takes, or of some cells to a memstore. */
  public static final int SPINS = 200;

  @Override
  public void lock() {
    for (int spin = 0; spin < SPINS; spin++) {
      if (tryLock()) {
        return;
      }
      Thread.onSpinWait();
    }
    super.lock();
  }
}
