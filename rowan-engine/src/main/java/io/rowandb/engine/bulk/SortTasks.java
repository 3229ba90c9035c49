package io.rowandb.engine.bulk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Tasks that run in the threads of an executor while one thread waits for them.
 *
 * <ol>
 *   <li>The first failure stops the rest: tasks that have not begun never begin, and running ones
 *       are waited for. So nothing runs any more when {@link #await} returns.
 *   <li>The failure itself is thrown, not the stops that it caused in other tasks.
 *   <li>If an executor refuses a task, that is a failure too. If it drops one when it is shut down,
 *       {@link #await} waits until the watch says stop.
 * </ol>
 *
 * Started once and awaited once, by the same thread.
 */
final class SortTasks {
  private static final long WATCH_MILLIS = 100;

  /** Something that one of the executor's threads does. */
  interface Work {
    /**
     * Does it.
     *
     * @param all is to be asked now and then whether to go on
     */
    void run(SortTasks all) throws IOException;
  }

  /** One piece of work; the first to take it does or drops it. */
  private final class Task implements Runnable {
    private final Work work;

    @GuardedBy("this")
    private boolean taken;

    Task(Work work) {
      this.work = work;
    }

    synchronized boolean take() {
      boolean first = !taken;
      taken = true;
      return first;
    }

    @Override
    public void run() {
      if (!take()) {
        return;
      }
      try {
        requireGoOn();
        work.run(SortTasks.this);
      } catch (IOException | RuntimeException | Error e) {
        fail(e);
      } finally {
        ended.add(this);
      }
    }
  }

  /** Those that were done and not looked at; never more than there are works. */
  private final BlockingQueue<Task> ended = new LinkedBlockingQueue<>();

  /** Those that are not known to have ended; of the thread that waits. */
  private final Set<Task> open = new LinkedHashSet<>();

  @GuardedBy("this")
  private Throwable failure;

  private SortTasks() {}

  /** Hands works to an executor, in this order. What it refuses {@link #await} tells. */
  static SortTasks start(Executor executor, List<Work> works) {
    SortTasks tasks = new SortTasks();
    try {
      for (Work work : works) {
        Task task = tasks.new Task(work);
        executor.execute(task);
        tasks.open.add(task);
      }
    } catch (RuntimeException | Error e) {
      tasks.fail(e);
    }
    return tasks;
  }

  /**
   * Waits until all are done, or after a failure until nothing runs any more.
   *
   * @throws SortStoppedException when the watch said so, or the waiting thread was interrupted
   */
  void await(SortWatch watch) throws IOException {
    boolean interrupted = false;
    while (!open.isEmpty()) {
      try {
        Task task = ended.poll(WATCH_MILLIS, TimeUnit.MILLISECONDS);
        if (task == null) {
          look(watch);
        } else {
          open.remove(task);
        }
      } catch (InterruptedException e) {
        interrupted = true;
        fail(new SortStoppedException());
      }
      if (hasFailed()) {
        open.removeIf(Task::take); // nobody will begin them
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    throwFailure();
  }

  private void look(SortWatch watch) {
    try {
      if (!watch.goOn()) {
        fail(new SortStoppedException());
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    }
  }

  private synchronized void fail(Throwable cause) {
    if (failure == null || failure instanceof SortStoppedException) {
      failure = cause;
    } else if (!(cause instanceof SortStoppedException)) {
      failure.addSuppressed(cause);
    }
  }

  private synchronized boolean hasFailed() {
    return failure != null;
  }

  /**
   * Is called now and then by a work.
   *
   * @throws SortStoppedException when a work is to end before it is done
   */
  void requireGoOn() throws SortStoppedException {
    if (hasFailed()) {
      throw new SortStoppedException();
    }
  }

  private synchronized void throwFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
