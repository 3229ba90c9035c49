package io.rowandb.engine.io;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * A thread that does one thing again and again, and others once after a while. It is a daemon, is
 * started when there is something to do, and ends when there was nothing for some seconds.
 *
 * <p>Invariant: as long as there is something to do and it is not closed, the thread is there,
 * whatever fails, an {@code Error} included. The threads of Java's executors end where there is no
 * memory to wait with, and with them all that was to be repeated; waiting here takes none.
 *
 * <p>Safe for many threads.
 */
public final class RepeatingThread implements AutoCloseable {
  private static final long BEGIN_NANOS = System.nanoTime();

  /** After so long without anything to do it ends. */
  private static final long IDLE_MILLIS = 10_000;

  private final String name;
  private final long idleMillis;

  /** Made here: no memory is needed later. */
  private final Runnable repeating = this::runRepeated;

  /** What is done once, the next first. */
  @GuardedBy("this")
  private final PriorityQueue<Later> later =
      new PriorityQueue<>(Comparator.comparingLong(Later::dueMillis));

  /** Null for nothing. */
  @GuardedBy("this")
  private Runnable repeated;

  @GuardedBy("this")
  private long intervalMillis;

  @GuardedBy("this")
  private long repeatedDueMillis;

  /** Null while there is none. */
  @GuardedBy("this")
  private Thread thread;

  @GuardedBy("this")
  private boolean closed;

  /** With nothing to do yet. */
  public RepeatingThread(String name) {
    this(name, IDLE_MILLIS);
  }

  RepeatingThread(String name, long idleMillis) {
    FailureLog.load();
    this.name = name;
    this.idleMillis = idleMillis;
  }

  /**
   * What is done once.
   *
   * @param dueMillis by {@link #nowMillis}
   */
  private record Later(long dueMillis, Runnable task) {}

  /** Does something from now on, so long after the last time it ended. */
  public synchronized void repeat(long everyMillis, Runnable task) {
    begin();
    repeated = task;
    intervalMillis = everyMillis;
    repeatedDueMillis = nowMillis() + everyMillis;
  }

  /** Does something once, unless it is closed before. */
  public synchronized void after(long millis, Runnable task) {
    if (!closed) {
      begin();
      later.add(new Later(nowMillis() + millis, task));
    }
  }

  /** Does nothing more, and waits for the end of what it is at. */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      closed = true;
      notifyAll();
      last = thread;
    }
    boolean interrupted = false;
    while (last != null && last.isAlive()) {
      try {
        last.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Never before 0, so that times can be compared. */
  private static long nowMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - BEGIN_NANOS);
  }

  /** Makes sure that the thread is there, and looks when its caller has let go of this. */
  @GuardedBy("this")
  private void begin() {
    if (thread == null && !closed) {
      Thread made = new Thread(this::run, name);
      made.setDaemon(true);
      made.start();
      thread = made;
    }
    notifyAll();
  }

  private void run() {
    boolean ended = false;
    while (!ended) {
      try {
        Runnable next = next();
        ended = next == null;
        if (!ended) {
          next.run();
        }
      } catch (Throwable e) {
        tell(e);
      }
    }
  }

  private static void tell(Throwable failure) {
    try {
      FailureLog.error(RepeatingThread.class, "Background work failed", failure);
    } catch (Throwable e) {
      // Nobody can be told.
    }
  }

  /** Waits for what is due next; null at the end. */
  private synchronized Runnable next() {
    long idleUntil = nowMillis() + idleMillis;
    while (!closed) {
      long now = nowMillis();
      Later first = later.peek();
      if (first != null && first.dueMillis <= now) {
        later.poll();
        return first.task;
      }
      if (repeated != null && repeatedDueMillis <= now) {
        return repeating;
      }
      boolean idle = repeated == null && first == null;
      if (idle && idleUntil <= now) {
        thread = null;
        return null;
      }
      long due = idle ? idleUntil : Long.MAX_VALUE;
      if (repeated != null) {
        due = repeatedDueMillis;
      }
      if (first != null) {
        due = Math.min(due, first.dueMillis);
      }
      try {
        wait(due - now);
      } catch (InterruptedException e) {
        // Nobody has a reason to interrupt it.
      }
    }
    return null;
  }

  private void runRepeated() {
    Runnable task;
    synchronized (this) {
      task = repeated;
    }
    try {
      task.run();
    } finally {
      synchronized (this) {
        repeatedDueMillis = nowMillis() + intervalMillis;
      }
    }
  }
}
