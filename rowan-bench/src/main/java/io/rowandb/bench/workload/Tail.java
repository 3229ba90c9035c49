package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.PeerSession;
import io.rowandb.bench.peer.StoreWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Measures the worst-case times of single puts and gets while the store flushes and compacts: equal
 * numbers of threads put new rows and get loaded ones. Beforehand every store gets the same rows in
 * {@link #FILES} files that no compaction has settled. The phase's memstore is small ({@link
 * ChildTask#driverOptions}), so that it flushes and compacts all the time; the warm-up does not
 * count.
 */
final class Tail {
  private static final int THREADS = 2;

  /** As many as HBase's policy compacts at least, one fewer than RocksDB's does. */
  private static final int FILES = 3;

  /** Of one of these files: half of a memstore of this phase, so that each is one file. */
  private static final long FILE_ROWS = 50_000;

  /** RocksDB compacts every fourth flush: a loop of ordinary length might see none. */
  private static final int LENGTH_FACTOR = 4;

  /** A run of so many rows and seconds has time for both; a shorter one may have neither. */
  static final long FULL_ROWS = 1_000_000;

  static final double FULL_SECONDS = 5;

  /** Behind the rows of {@link Mixes}. */
  private static final long FIRST_ROW = 1L << 45;

  private final ChildTask task;
  private final Driver driver;
  private final List<Histogram> puts = new ArrayList<>();
  private final List<Histogram> gets = new ArrayList<>();
  private final WorkMeter meter;
  private StoreWork work;
  private long nextRange;

  Tail(ChildTask task, Driver driver) {
    this.task = task;
    this.driver = driver;
    this.meter = new WorkMeter(driver);
  }

  /**
   * Makes the files and runs the loop.
   *
   * @throws IOException also when the run was long enough, and the peer one that flushes and
   *     compacts in such a time, and it did not
   */
  void measure() throws Exception {
    unsettle();
    TimedLoop loop = new TimedLoop(LENGTH_FACTOR * task.seconds());
    loop.measure(2 * THREADS, thread -> new Timed(thread));
    work = meter.done();
    if (work != null && mustCompact()) {
      requireBoth(work);
    }
  }

  /** Whether this peer has time for flushes and compactions in a run of this length. */
  boolean mustCompact() {
    return task.rows() >= FULL_ROWS
        && task.seconds() >= FULL_SECONDS
        && task.peer().compactsInSeconds();
  }

  /** Refuses latencies of a store that had nothing to do beside its callers. */
  static void requireBoth(StoreWork work) throws IOException {
    if (work.flushes() == 0 || work.compactions() == 0) {
      throw new IOException(
          "puts beside gets saw "
              + work.flushes()
              + " flushes and "
              + work.compactions()
              + " compactions; their latencies count only with both");
    }
  }

  private void unsettle() throws IOException {
    long rows = Math.min(FILE_ROWS, task.rows());
    try (PeerSession session = driver.session()) {
      for (int file = 0; file < FILES; file++) {
        Writes.load(session, takeRange(), rows);
        driver.flush();
      }
    }
  }

  /** A percentile of the puts. */
  long putPercentileNanos(double share) {
    return Latency.percentile(puts, share);
  }

  /** The longest put. */
  long longestPutNanos() {
    return Latency.longest(puts);
  }

  /** A percentile of the gets. */
  long getPercentileNanos(double share) {
    return Latency.percentile(gets, share);
  }

  /** What the store did meanwhile; null when it does not tell. */
  StoreWork work() {
    return work;
  }

  private synchronized long takeRange() {
    return FIRST_ROW + Caller.INSERTED_ROWS * nextRange++;
  }

  private synchronized Histogram histogram(List<Histogram> of) {
    Histogram made = Latency.histogram();
    of.add(made);
    return made;
  }

  /** Puts, or gets, of one thread, each timed. */
  private final class Timed extends Caller {
    private final int thread;
    private final boolean putting;
    private final Histogram latency;

    Timed(int thread) throws IOException {
      super(task, driver, thread, takeRange());
      this.thread = thread;
      this.putting = thread < THREADS;
      this.latency = histogram(putting ? puts : gets);
    }

    @Override
    public void warm() throws IOException {
      latency.reset();
      if (thread == 0) {
        meter.start();
      }
    }

    @Override
    public void run() throws IOException {
      long index = random.nextLong(task.rows());
      long begin = System.nanoTime();
      if (putting) {
        insert();
      } else {
        get(index);
      }
      latency.recordValue(System.nanoTime() - begin);
    }
  }
}
