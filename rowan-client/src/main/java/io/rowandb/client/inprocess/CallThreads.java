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
 *       from the callback of the last, so the stack would grow without bound.
 *   <li>While {@code maxWaiting} calls from outside wait or run, a thread that submits one more is
 *       blocked, but only as long as calls keep ending: that thread may hold a lock that the
 *       answers of all running calls need. When no call has ended for {@link #PATIENCE_MILLIS}, the
 *       call is queued beyond the limit, and so are later calls until one ends. Their number is
 *       then unlimited, like the number of calls that HBase's client has in flight.
 *   <li>Calls that a running call or its answer submits are never blocked, since that could block
 *       everything; each running call submits at most a few of them.
 *   <li>A place is released before the answer goes to the user, whose callback may do anything.
 *   <li>Every submitted call either runs or fails explicitly.
 * </ol>
 *
 * <p>It uses daemon threads, one per call up to the limit; they end after ten idle seconds, or at
 * {@link #close}.
 */
final class CallThreads {
  /** hbase.regionserver.handler.count: what runs at a time in a region server. */
  private static final String HANDLERS_KEY = HConstants.REGION_SERVER_HANDLER_COUNT;

  /** hbase.ipc.server.max.callqueue.length: what waits there. */
  private static final String QUEUE_KEY = "hbase.ipc.server.max.callqueue.length";

  /** HBase lets ten calls wait for each handler. */
  private static final int WAITING_PER_HANDLER = 10;

  private static final int IDLE_SECONDS = 10;

  /** How long who submits waits for a call to end, before it goes on without a place. */
  private static final int PATIENCE_MILLIS = 100;

  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private final Semaphore places;
  private final ThreadPoolExecutor pool;
  private final long patienceMillis;

  /** Whether no call has ended since a thread waited in vain for a place. */
  private volatile boolean stuck;

  /**
   * @param handlers how many calls run at a time
   * @param patienceMillis how long who submits is held up when no call ends
   */
  CallThreads(int handlers, int maxWaiting, long patienceMillis) {
    this.patienceMillis = patienceMillis;
    this.places = new Semaphore(maxWaiting);
    ThreadFactory threads = task -> new HandlerThread(this, task);
    this.pool =
        new ThreadPoolExecutor(
            handlers,
            handlers,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            // Bounded by the places, while calls come to their end.
            new LinkedBlockingQueue<>(),
            threads);
    pool.allowCoreThreadTimeOut(true);
  }

  /** With HBase's keys and defaults. */
  static CallThreads of(Configuration conf) {
    int handlers = conf.getInt(HANDLERS_KEY, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    int maxWaiting = conf.getInt(QUEUE_KEY, handlers * WAITING_PER_HANDLER);
    return new CallThreads(handlers, maxWaiting, PATIENCE_MILLIS);
  }

  /** A call that waits for its turn. */
  interface Call {
    /** Makes the call and returns what tells its end to who submitted it. */
    Runnable run();

    /** Tells that it will not be made. */
    void fail(IOException failure);
  }

  /** Runs {@code call} soon. */
  void submit(Call call) {
    boolean inside =
        Thread.currentThread() instanceof HandlerThread handler && handler.owner == this;
    boolean hasPlace;
    try {
      hasPlace = !inside && takePlace();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      call.fail(new InterruptedIOException("Interrupted while waiting for a place"));
      return;
    }
    Task task = new Task(this, call, hasPlace);
    try {
      pool.execute(task);
    } catch (RejectedExecutionException e) {
      task.refuse();
    }
  }

  /** Whether there was one, now or soon. */
  private boolean takePlace() throws InterruptedException {
    if (places.tryAcquire()) {
      return true;
    }
    if (stuck) {
      return false;
    }
    boolean taken = places.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS);
    stuck = !taken;
    return taken;
  }

  private void callEnded(boolean hasPlace) {
    stuck = false;
    if (hasPlace) {
      places.release();
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

  /** A call, and whether it has a place to give back. */
  private record Task(CallThreads owner, Call call, boolean hasPlace) implements Runnable {
    @Override
    public void run() {
      Runnable answer;
      try {
        answer = call.run();
      } finally {
        owner.callEnded(hasPlace);
      }
      answer.run();
    }

    void refuse() {
      owner.callEnded(hasPlace);
      call.fail(new StoppedRpcClientException("The connection is closed"));
    }
  }

  /** A thread that knows for whom it works. */
  private static final class HandlerThread extends Thread {
    private final CallThreads owner;

    HandlerThread(CallThreads owner, Runnable task) {
      super(task, "rowan-async-" + THREAD_NUMBER.incrementAndGet());
      this.owner = owner;
      setDaemon(true);
    }
  }
}
