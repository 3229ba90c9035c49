package io.rowandb.engine.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

class EndlessWaitTest {
  private static Thread started(Runnable task) {
    Thread thread = new Thread(task, "waits");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Once it waits, or has ended. */
  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  private static Runnable locks(Lock lock) {
    return locks(lock, () -> {});
  }

  private static Runnable locks(Lock lock, Runnable then) {
    return () -> {
      lock.lock();
      try {
        then.run();
      } finally {
        lock.unlock();
      }
    };
  }

  @Test
  void theSameThread() {
    assertThat(EndlessWait.is(Thread.currentThread())).isTrue();
  }

  @Test
  void oneThatWantsAMonitorOfTheCaller() throws InterruptedException {
    Object monitor = new Object();
    Thread other;
    synchronized (monitor) {
      other =
          started(
              () -> {
                synchronized (monitor) {
                  assertThat(Thread.holdsLock(monitor)).isTrue();
                }
              });
      awaitState(other, Thread.State.BLOCKED);
      assertThat(EndlessWait.is(other)).isTrue();
    }
    other.join();
    assertThat(EndlessWait.is(other)).as("it has ended").isFalse();
  }

  @Test
  void oneThatWantsALockOfTheCaller() throws InterruptedException {
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    Thread other;
    both.writeLock().lock();
    try {
      other = started(locks(both.readLock()));
      awaitState(other, Thread.State.WAITING);
      assertThat(EndlessWait.is(other)).isTrue();
    } finally {
      both.writeLock().unlock();
    }
    other.join();
  }

  @Test
  void oneThatWantsALockOfOneThatWantsOneOfTheCaller() throws InterruptedException {
    ReentrantLock first = new ReentrantLock();
    ReentrantLock second = new ReentrantLock();
    Thread between;
    Thread other;
    first.lock();
    try {
      between = started(locks(second, locks(first)));
      awaitState(between, Thread.State.WAITING);
      other = started(locks(second));
      awaitState(other, Thread.State.WAITING);
      assertThat(EndlessWait.is(other)).isTrue();
    } finally {
      first.unlock();
    }
    between.join();
    other.join();
  }

  @Test
  void notOneThatWantsALockOfSomebodyElse() throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    Thread holder =
        started(
            locks(
                lock,
                () -> {
                  held.countDown();
                  awaitEnd(enough);
                }));
    held.await();
    Thread other = started(locks(lock));
    awaitState(other, Thread.State.WAITING);
    assertThat(EndlessWait.is(other)).isFalse();
    enough.countDown();
    holder.join();
    other.join();
  }

  /** A ring of its own has no end, but the caller is not in it. */
  @Test
  void notARingWithoutTheCaller() {
    ReentrantLock one = new ReentrantLock();
    ReentrantLock two = new ReentrantLock();
    CountDownLatch both = new CountDownLatch(2);
    Thread first = started(inTurn(one, two, both));
    Thread second = started(inTurn(two, one, both));
    while (both.getCount() > 0) {
      Thread.onSpinWait();
    }
    awaitState(first, Thread.State.WAITING);
    awaitState(second, Thread.State.WAITING);
    assertThat(EndlessWait.is(first)).isFalse();
    first.interrupt();
    second.interrupt();
  }

  private static Runnable inTurn(ReentrantLock one, ReentrantLock two, CountDownLatch both) {
    return locks(
        one,
        () -> {
          both.countDown();
          awaitEnd(both);
          try {
            two.lockInterruptibly();
          } catch (InterruptedException e) {
            return; // the test is over
          }
          two.unlock();
        });
  }

  private static void awaitEnd(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts it", e);
    }
  }
}
