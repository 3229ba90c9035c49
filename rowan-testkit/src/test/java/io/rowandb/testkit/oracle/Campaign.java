package io.rowandb.testkit.oracle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Runs histories by their seeds on a few threads, until there are enough or one fails. Used by one
 * thread, which waits.
 */
final class Campaign {
  /** A loop without end, on either side, fails with its stack. */
  private static final Duration LONGEST_HISTORY = Duration.ofMinutes(10);

  private static final long LOOK_MILLIS = 200;

  // Fixed at construction.
  private final String name;
  private final Trial trial;
  private final BooleanSupplier goesOn;

  @GuardedBy("this")
  private long nextSeed;

  @GuardedBy("this")
  private long left;

  @GuardedBy("this")
  private Tally tally = Tally.NOTHING;

  @GuardedBy("this")
  private Throwable failure;

  /** Runs the history of one seed. */
  interface Trial {
    Tally run(long seed) throws Exception;
  }

  /**
   * A campaign.
   *
   * @param goesOn asked before each history
   */
  Campaign(String name, long firstSeed, long count, BooleanSupplier goesOn, Trial trial) {
    this.name = name;
    this.nextSeed = firstSeed;
    this.left = count;
    this.goesOn = goesOn;
    this.trial = trial;
  }

  /** Runs it and tells what was compared; throws what the first failing history threw. */
  Tally run(int threads) throws InterruptedException {
    long firstSeed = nextSeed();
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(new Worker("histories-" + i));
    }
    workers.forEach(Thread::start);
    for (Worker worker : workers) {
      while (worker.isAlive()) {
        worker.join(LOOK_MILLIS);
        worker.checkTime();
      }
    }
    synchronized (this) {
      System.out.println(name + ", seeds " + firstSeed + " to " + (nextSeed - 1) + ": " + tally);
      if (failure != null) {
        throw new AssertionError(failure.getMessage(), failure);
      }
      return tally;
    }
  }

  private synchronized long nextSeed() {
    return nextSeed;
  }

  /** The next seed, or -1 when there is none. */
  private synchronized long take() {
    if (left == 0 || failure != null || !goesOn.getAsBoolean()) {
      return -1;
    }
    left--;
    return nextSeed++;
  }

  private synchronized void add(Tally done) {
    tally = tally.plus(done);
  }

  private synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /** Runs one history after the other. */
  private final class Worker extends Thread {
    private volatile long startedNanos = System.nanoTime();

    Worker(String threadName) {
      super(threadName);
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        for (long seed = take(); seed >= 0; seed = take()) {
          startedNanos = System.nanoTime();
          add(trial.run(seed));
        }
      } catch (Exception | Error e) {
        fail(e);
      }
    }

    void checkTime() {
      if (isAlive() && System.nanoTime() - startedNanos > LONGEST_HISTORY.toNanos()) {
        AssertionError endless = new AssertionError("A history takes longer than 10 minutes");
        endless.setStackTrace(getStackTrace());
        throw endless;
      }
    }
  }
}
