package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.PeerSession;
import io.rowandb.bench.peer.StoreWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The writing workloads. Each put writes a new row. */
final class Writes {
  private static final int BATCH_ROWS = 1_000;

  /** Rows set aside for one thread of one workload: more than it can put in its time. */
  private static final long ROWS_PER_THREAD = 1L << 32;

  private final ChildTask task;
  private final Driver driver;
  private final TimedLoop loop;
  private final List<Histogram> latencies = new ArrayList<>();
  private final WorkMeter meter;
  private long nextRange = 1;

  Writes(ChildTask task, Driver driver) {
    this.task = task;
    this.driver = driver;
    this.meter = new WorkMeter(driver);
    this.loop = new TimedLoop(task.seconds());
  }

  /**
   * Loads {@code rows} rows from the row {@code begin} on; rows in a second until the last is
   * acknowledged.
   */
  static double load(PeerSession session, long begin, long rows) throws IOException {
    long beginNanos = System.nanoTime();
    long end = begin + rows;
    for (long first = begin; first < end; first += BATCH_ROWS) {
      int count = (int) Math.min(BATCH_ROWS, end - first);
      byte[][] keys = new byte[count][];
      byte[][] values = new byte[count][];
      for (int i = 0; i < count; i++) {
        keys[i] = Rows.key(first + i);
        values[i] = Rows.value(first + i);
      }
      session.load(keys, values);
    }
    session.finishLoad();
    return rows * 1e9 / (System.nanoTime() - beginNanos);
  }

  /** The pace of single puts, logged and not forced. */
  Speed puts(int threads) throws Exception {
    return run(threads, false);
  }

  /** The pace of single puts, each forced. */
  Speed forcedPuts(int threads) throws Exception {
    return run(threads, true);
  }

  /** The pace of raw forces, beside the store. */
  Speed forces() throws Exception {
    return loop.measure(1, thread -> new ForceProbe(task.directory()));
  }

  /** A percentile of the last workload's puts. */
  synchronized long lastPercentileNanos(double share) {
    return Latency.percentile(latencies, share);
  }

  /** The longest of the last workload's puts. */
  synchronized long lastLongestNanos() {
    return Latency.longest(latencies);
  }

  /** What the store did during the last workload; null when it does not tell. */
  StoreWork lastWork() throws IOException {
    return meter.done();
  }

  private Speed run(int threads, boolean forced) throws Exception {
    latencies.clear();
    return loop.measure(threads, thread -> new Put(thread, forced));
  }

  private synchronized long takeRange(Histogram latency) {
    latencies.add(latency);
    return ROWS_PER_THREAD * nextRange++;
  }

  /** Puts of one thread. */
  private final class Put implements TimedLoop.Operation {
    private final PeerSession session = driver.session();
    private final int thread;
    private final boolean forced;
    private final Histogram latency = Latency.histogram();
    private long index;

    Put(int thread, boolean forced) throws IOException {
      this.thread = thread;
      this.forced = forced;
      this.index = takeRange(latency);
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
      byte[] key = Rows.key(index);
      byte[] value = Rows.value(index);
      long begin = System.nanoTime();
      session.put(key, value, forced);
      latency.recordValue(System.nanoTime() - begin);
      index++;
    }

    @Override
    public void close() throws IOException {
      session.close();
    }
  }
}
