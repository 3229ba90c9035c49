package io.rowandb.tsdb.server.net;

import io.rowandb.tsdb.server.api.ApiRoutes.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that may wait: for questions, for writes, and for lines, so that none holds up others.
 */
public final class WorkerThreads implements AutoCloseable {
  private final ThreadPoolExecutor reads;
  private final ThreadPoolExecutor writes;
  private final ThreadPoolExecutor lines;
  private volatile boolean ends;

  /** Starts none before it is needed. */
  public WorkerThreads(ServerBounds bounds) {
    reads = pool("read", bounds, new ArrayBlockingQueue<>(bounds.maxWaiting()));
    writes = pool("write", bounds, new ArrayBlockingQueue<>(bounds.maxWaiting()));
    // A session has one task at a time, and counts as a connection until that is done.
    lines = pool("lines", bounds, new LinkedBlockingQueue<>());
  }

  private static ThreadPoolExecutor pool(
      String name, ServerBounds bounds, BlockingQueue<Runnable> queue) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        bounds.workers(),
        bounds.workers(),
        0,
        TimeUnit.SECONDS,
        queue,
        task -> {
          Thread thread = new Thread(task, "tsdb-" + name + "-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /** A task that hides no error of the machine, such as one of memory. */
  private static final class Task extends FutureTask<Void> {
    Task(Runnable work) {
      super(work, null);
    }

    @Override
    protected void setException(Throwable failure) {
      super.setException(failure);
      if (failure instanceof Error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
      }
    }
  }

  /**
   * Lets a worker answer a request.
   *
   * @return by which it is cancelled
   * @throws RejectedExecutionException when too many wait, or it is closed
   */
  Future<?> submit(Work work, Runnable task) {
    Task future = new Task(task);
    (work == Work.READ ? reads : writes).execute(future);
    return future;
  }

  /** Makes room where questions waited whose clients are gone. */
  void removeCancelled() {
    reads.purge();
  }

  /**
   * Lets a worker answer lines.
   *
   * @throws RejectedExecutionException when it is closed
   */
  void executeLines(Runnable task) {
    lines.execute(task);
  }

  /** Whether questions are answered no more. */
  boolean ends() {
    return ends;
  }

  /** Ends questions; those that wait are refused. */
  public void endQuestions() {
    ends = true;
    reads.shutdownNow().forEach(Runnable::run);
  }

  /** Ends questions and brings writes to their end. */
  @Override
  public void close() {
    endQuestions();
    writes.shutdown();
    lines.shutdown();
  }

  /**
   * Waits until all threads have ended.
   *
   * @return whether they have, in that time
   */
  public boolean await(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (ThreadPoolExecutor each : List.of(lines, writes, reads)) {
      if (!each.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }
}
