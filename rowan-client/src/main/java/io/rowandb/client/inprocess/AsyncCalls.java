package io.rowandb.client.inprocess;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;

/**
 * Runs the asynchronous calls of one connection.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A call never runs in the thread that submits it: HBase's async scan submits the next call
 *       from the callback of the last, and would grow the stack without end.
 *   <li>At most {@code maxWaiting} calls from outside wait or run; who submits one more is held up.
 *       Calls submitted by a running one are let through, since to hold them up could hold up
 *       everything; each running call stands for a few of them at most.
 *   <li>Every call submitted is either run or told that it failed.
 * </ol>
 *
 * <p>Daemon threads, as many as there are calls up to the limit; they end when idle for ten
 * seconds, or at {@link #close}.
 */
final class AsyncCalls {
  /** hbase.regionserver.handler.count: what runs at a time in a region server. */
  private static final String HANDLERS_KEY = HConstants.REGION_SERVER_HANDLER_COUNT;

  /** hbase.ipc.server.max.callqueue.length: what waits there. */
  private static final String QUEUE_KEY = "hbase.ipc.server.max.callqueue.length";

  /** HBase lets ten calls wait for each handler. */
  private static final int WAITING_PER_HANDLER = 10;

  private static final int IDLE_SECONDS = 10;
  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private final Semaphore places;
  private final ThreadPoolExecutor pool;

  private AsyncCalls(int handlers, int maxWaiting) {
    this.places = new Semaphore(maxWaiting);
    ThreadFactory threads = task -> new HandlerThread(this, task);
    this.pool =
        new ThreadPoolExecutor(
            handlers,
            handlers,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            // Bounded by the places.
            new LinkedBlockingQueue<>(),
            threads);
    pool.allowCoreThreadTimeOut(true);
  }

  /** With HBase's keys and defaults. */
  static AsyncCalls of(Configuration conf) {
    int handlers = conf.getInt(HANDLERS_KEY, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    return new AsyncCalls(handlers, conf.getInt(QUEUE_KEY, handlers * WAITING_PER_HANDLER));
  }

  /** A call that waits for its turn. */
  interface Call {
    /** Makes the call. */
    void run();

    /** It will not be made. */
    void fail(IOException failure);
  }

  /** Runs {@code call} soon. */
  void submit(Call call) {
    boolean inside =
        Thread.currentThread() instanceof HandlerThread handler && handler.owner == this;
    if (!inside) {
      try {
        places.acquire();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        call.fail(new InterruptedIOException("Interrupted while waiting for a place"));
        return;
      }
    }
    Task task = new Task(call, inside ? null : places);
    try {
      pool.execute(task);
    } catch (RejectedExecutionException e) {
      task.refuse();
    }
  }

  /** Fails what waits and takes no more; what runs ends by itself. */
  void close() {
    pool.shutdown();
    Runnable waiting = pool.getQueue().poll();
    while (waiting != null) {
      ((Task) waiting).refuse();
      waiting = pool.getQueue().poll();
    }
  }

  /** A call and the place it gives back. */
  private record Task(Call call, Semaphore places) implements Runnable {
    @Override
    public void run() {
      try {
        call.run();
      } finally {
        release();
      }
    }

    void refuse() {
      try {
        call.fail(new StoppedRpcClientException("The connection is closed"));
      } finally {
        release();
      }
    }

    private void release() {
      if (places != null) {
        places.release();
      }
    }
  }

  /** A thread that knows for whom it works. */
  private static final class HandlerThread extends Thread {
    private final AsyncCalls owner;

    HandlerThread(AsyncCalls owner, Runnable task) {
      super(task, "rowan-async-" + THREAD_NUMBER.incrementAndGet());
      this.owner = owner;
      setDaemon(true);
    }
  }
}
