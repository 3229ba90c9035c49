package io.rowandb.engine.io;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A thread that repeats one task, and runs other tasks once after a delay. It is a daemon. It
 * starts when there is work, and ends after some idle seconds.
 *
 * <p>Invariant: while there is work and it is not closed, the thread stays alive, even after an
 * {@code Error}. Threads of Java's executors end when there is no memory for waiting, and with them
 * all repeated tasks. Waiting here needs no memory.
 *
 * <p>Safe for many threads.
 */
public final class RepeatingThread implements AutoCloseable {
  private static final long BEGIN_NANOS = System.nanoTime();

  /** After so long without anything to do it ends. */
  private static final long IDLE_MILLIS = 10_000;

  /** How often who closes looks whether the thread will ever end. */
  private static final long LOOK_AGAIN_MILLIS = 100;

  private final String name;
  private final long idleMillis;

  /** Made here: no memory is needed later. */
  private final Runnable repeating = this::runRepeated;

  /** What is done after a while, the next first. */
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

  /** What is done after a while, and then perhaps again. */
  private final class Later implements Runnable {
    private final long everyMillis;

    /** Says whether it is to be done again. */
    private final BooleanSupplier task;

    /** By {@link #nowMillis}. Changed only while it does not wait. */
    private long dueMillis;

    Later(long everyMillis, BooleanSupplier task) {
      this.everyMillis = everyMillis;
      this.task = task;
      this.dueMillis = inMillis(everyMillis);
    }

    long dueMillis() {
      return dueMillis;
    }

    @Override
    public void run() {
      boolean again = true;
      try {
        again = task.getAsBoolean();
      } finally {
        if (again) {
          waitAgain();
        }
      }
    }

    /** Takes no memory: there was room for it before. */
    private void waitAgain() {
      synchronized (RepeatingThread.this) {
        dueMillis = inMillis(everyMillis);
        later.add(this);
      }
    }
  }

  /** Does something from now on, so long after the last time it ended. */
  public synchronized void repeat(long everyMillis, Runnable task) {
    begin();
    repeated = task;
    intervalMillis = everyMillis;
    repeatedDueMillis = inMillis(everyMillis);
  }

  /** Does something once, unless it is closed before. */
  public void after(long millis, Runnable task) {
    afterEach(
        millis,
        () -> {
          attempt(task);
          return false;
        });
  }

  /**
   * Does something after each such while, as long as it says true or fails. Only this call needs
   * memory.
   */
  public synchronized void afterEach(long millis, BooleanSupplier task) {
    if (!closed) {
      begin();
      later.add(new Later(millis, task));
    }
  }

  /**
   * Does nothing more, and waits for the end of what it is at, unless that is an {@link
   * EndlessWait}.
   */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      closed = true;
      notifyAll();
      last = thread;
    }
    boolean interrupted = false;
    while (last != null && last.isAlive() && !EndlessWait.is(last)) {
      try {
        last.join(LOOK_AGAIN_MILLIS);
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

  /** The time after a while, which may be for ever. */
  private static long inMillis(long millis) {
    long now = nowMillis();
    return now + Math.min(millis, Long.MAX_VALUE - now);
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

  private static void attempt(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      tell(e);
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
        return first;
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
        repeatedDueMillis = inMillis(intervalMillis);
      }
    }
  }
}
