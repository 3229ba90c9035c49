package io.rowandb.tsdb.server.net;

import io.rowandb.tsdb.server.api.ApiRoutes.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
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

  /** Starts none before it is needed. */
  public WorkerThreads(ServerBounds bounds) {
    reads = pool("read", bounds, new ArrayBlockingQueue<>(bounds.maxWaiting()));
    writes = pool("write", bounds, new ArrayBlockingQueue<>(bounds.maxWaiting()));
    // A session has one task at a time, so that their number is bounded by that of connections.
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

  /**
   * Lets a worker answer a request.
   *
   * @return by which it is cancelled
   * @throws RejectedExecutionException when too many wait, or it is closed
   */
  Future<?> submit(Work work, Runnable task) {
    return (work == Work.READ ? reads : writes).submit(task);
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

  /** Ends questions and brings writes to their end. */
  @Override
  public void close() {
    reads.shutdownNow();
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
