package io.rowandb.engine.background;

import io.rowandb.engine.io.EndlessWait;
import io.rowandb.engine.io.RepeatingThread;
import io.rowandb.engine.settings.DatabaseOptions;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Where background work runs: in the database's own threads, in the thread that caused it, or in a
 * given executor.
 *
 * <p>Own threads: one that forces the log, one that ticks, some that flush, one that splits
 * regions, one that loads blocks into the cache, the others compact. Large and small compactions
 * have separate threads, so that a long one does not delay those that keep writers from stalling.
 * All are daemons, started when first needed and ended by {@link #close}. In the other cases
 * nothing ticks, and closing waits for nothing. Safe for many threads.
 */
public final class BackgroundThreads implements AutoCloseable {
  /** Idle threads end after this time. */
  private static final long IDLE_SECONDS = 10;

  /** How often who closes looks whether the threads will ever end. */
  private static final long LOOK_AGAIN_MILLIS = 100;

  /** Null when the threads are not our own. */
  private final ThreadPoolExecutor flushPool;

  private final ThreadPoolExecutor compactionPool;
  private final ThreadPoolExecutor largeCompactionPool;
  private final ThreadPoolExecutor splitPool;
  private final ThreadPoolExecutor prefetchPool;

  /** All of them. */
  private final List<ThreadPoolExecutor> pools;

  private final RepeatingThread forcer;
  private final RepeatingThread ticker;

  /** For all kinds of work when the threads are not our own, else null. */
  private final Executor given;

  private BackgroundThreads(
      Executor given, int flushThreads, int compactionThreads, int largeCompactionThreads) {
    this.given = given;
    this.flushPool = given == null ? pool("rowan-flush", flushThreads) : null;
    this.compactionPool = given == null ? pool("rowan-compaction", compactionThreads) : null;
    this.largeCompactionPool =
        given == null ? pool("rowan-compaction-large", largeCompactionThreads) : null;
    this.splitPool = given == null ? pool("rowan-split", 1) : null;
    this.prefetchPool = given == null ? pool("rowan-prefetch", 1) : null;
    this.pools =
        given == null
            ? List.of(flushPool, compactionPool, largeCompactionPool, splitPool, prefetchPool)
            : List.of();
    this.forcer = given == null ? new RepeatingThread("rowan-log") : null;
    this.ticker = given == null ? new RepeatingThread("rowan-ticker") : null;
  }

  static BackgroundThreads of(DatabaseOptions options) {
    if (options.threads().executor() != null) {
      return new BackgroundThreads(options.threads().executor(), 0, 0, 0);
    }
    return options.threads().background() == 0
        ? new BackgroundThreads(Runnable::run, 0, 0, 0)
        : new BackgroundThreads(
            null,
            options.threads().flush(),
            Math.max(1, options.threads().background() - 1),
            options.threads().largeCompaction());
  }

  /** Whether work may wait for other work without holding up what it waits for. */
  boolean mayWait() {
    return given == null;
  }

  Executor flushes() {
    return given == null ? flushPool : given;
  }

  Executor compactions() {
    return given == null ? compactionPool : given;
  }

  /** For compactions that take long. */
  Executor largeCompactions() {
    return given == null ? largeCompactionPool : given;
  }

  /** Runs splits. */
  public Executor splits() {
    return given == null ? splitPool : given;
  }

  /** Loads blocks of opened files into the cache. */
  public Executor prefetches() {
    return given == null ? prefetchPool : given;
  }

  /**
   * Runs {@code force} again and again, if there are own threads: in one that does nothing else, so
   * that no region which is held still holds it up.
   */
  void forceEvery(long intervalMillis, Runnable force) {
    if (forcer != null) {
      forcer.repeat(intervalMillis, force);
    }
  }

  /** Runs {@code tick} again and again, if there are own threads. */
  void tickEvery(long intervalMillis, Runnable tick) {
    if (ticker != null) {
      ticker.repeat(
          intervalMillis,
          () -> {
            revive();
            tick.run();
          });
    }
  }

  /**
   * Starts a thread where there is work and none to do it: one that finds no memory to wait with
   * ends, and the pool starts another only if there is memory then, or with the next work.
   */
  private void revive() {
    for (ThreadPoolExecutor pool : pools) {
      if (pool.getPoolSize() == 0 && !pool.getQueue().isEmpty()) {
        pool.prestartCoreThread();
      }
    }
  }

  /** Runs a short task once after a while, if there are own threads that {@link #mayWait}. */
  void after(long millis, Runnable task) {
    if (ticker != null) {
      ticker.after(millis, task); // what is left at the end is dropped
    }
  }

  /** Takes no more work and waits for the end of what there is in own threads. */
  @Override
  public void close() {
    if (given == null) {
      pools.forEach(ThreadPoolExecutor::shutdown);
      forcer.close();
      ticker.close();
      pools.forEach(BackgroundThreads::awaitEnd);
    }
  }

  private static ThreadPoolExecutor pool(String name, int threads) {
    // The queue is bounded by the sets of what waits in Maintenance and Compactions, by the one
    // task of SplitQueue, by one look of Purges a family, and by the number of files opened.
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new Daemons(name),
            // Rejected is only what comes after close: the closing thread flushes everything.
            new ThreadPoolExecutor.DiscardPolicy());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** The threads of a pool. */
  private static final class Daemons implements ThreadFactory {
    private final String name;

    /** Those that have ended may be among them. */
    private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

    Daemons(String name) {
      this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
      made.removeIf(each -> each.getState() == Thread.State.TERMINATED);
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      made.add(thread);
      return thread;
    }

    boolean wouldWaitForEver() {
      return made.stream().anyMatch(each -> each.isAlive() && EndlessWait.is(each));
    }
  }

  private static void awaitEnd(ThreadPoolExecutor pool) {
    Daemons threads = (Daemons) pool.getThreadFactory();
    boolean interrupted = false;
    boolean ended = false;
    while (!ended && !threads.wouldWaitForEver()) {
      try {
        ended = pool.awaitTermination(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
