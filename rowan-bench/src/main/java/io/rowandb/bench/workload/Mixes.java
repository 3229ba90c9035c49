package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Reads and writes beside each other over a loaded store, each in {@link #THREADS} threads: YCSB's
 * mixes, and puts of new rows beside gets whose latencies are taken. An update writes the value
 * that the row has, so that every value can be checked.
 */
final class Mixes {
  private static final int THREADS = 2;
  private static final int MAX_SCAN_ROWS = 100;

  /** Rows set aside for the inserts of one thread of one mix; behind those of {@link Writes}. */
  private static final long ROWS_PER_THREAD = 1L << 32;

  private static final long FIRST_ROW = 1L << 44;

  private final ChildTask task;
  private final Driver driver;
  private final TimedLoop loop;
  private final List<Histogram> puts = new ArrayList<>();
  private final List<Histogram> gets = new ArrayList<>();
  private long nextRange;

  Mixes(ChildTask task, Driver driver) {
    this.task = task;
    this.driver = driver;
    this.loop = new TimedLoop(task.seconds());
  }

  /** The pace of the requests of a mix. */
  Pace pace(Mix mix) throws Exception {
    return loop.measure(THREADS, thread -> new Requests(mix, thread));
  }

  /**
   * Lets as many threads put new rows as get loaded ones; flushes and compactions come as they do.
   */
  void latencies() throws Exception {
    Pace pace = loop.measure(2 * THREADS, thread -> new Timed(thread < THREADS, thread));
    assert pace.perSecond() > 0;
  }

  /** A percentile of the puts of {@link #latencies}, warm-up included. */
  long putPercentileNanos(double share) {
    return Latency.percentile(puts, share);
  }

  /** A percentile of the gets of {@link #latencies}, warm-up included. */
  long getPercentileNanos(double share) {
    return Latency.percentile(gets, share);
  }

  private synchronized long takeRange() {
    return FIRST_ROW + ROWS_PER_THREAD * nextRange++;
  }

  private synchronized Histogram histogram(List<Histogram> of) {
    Histogram made = Latency.histogram();
    of.add(made);
    return made;
  }

  /** What one thread asks; the same for all of its requests. */
  private abstract class Caller implements TimedLoop.Operation {
    final Session session = driver.session();
    final SplittableRandom random;
    private final ValueCheck gotten = ValueCheck.ofGets();
    private final ValueCheck scanned = ValueCheck.ofScans();
    private final byte[] key = new byte[Rows.KEY_BYTES];
    private final long firstInsert = takeRange();
    private long inserts;

    Caller(int thread) throws IOException {
      this.random = new SplittableRandom(task.seed() * 31 + thread);
    }

    void get(long index) throws IOException {
      Rows.writeKey(index, key);
      gotten.expect(index);
      if (!session.get(key, gotten)) {
        throw new IOException("row " + index + " is missing");
      }
    }

    /** From a row that is there, so at least one is shown. */
    void scan(long index, int rows) throws IOException {
      Rows.writeKey(index, key);
      scanned.scanStarts();
      long shown = session.scan(key, rows, scanned);
      if (shown < 1 || shown > rows) {
        throw new IOException("a scan of " + rows + " rows shows " + shown);
      }
    }

    void put(long index) throws IOException {
      session.put(Rows.key(index), Rows.value(index), false);
    }

    void insert() throws IOException {
      put(firstInsert + inserts);
      inserts++;
    }

    /** The row that came {@code rank} rows before the latest of this thread, or was loaded so. */
    long latest(long rank) {
      return rank < inserts
          ? firstInsert + inserts - 1 - rank
          : task.rows() - 1 - (rank - inserts) % task.rows();
    }

    @Override
    public void close() throws IOException {
      session.close();
    }
  }

  /** The requests of one thread of a mix. */
  private final class Requests extends Caller {
    private final Mix mix;
    private final ZipfRanks ranks;

    Requests(Mix mix, int thread) throws IOException {
      super(thread);
      this.mix = mix;
      this.ranks = new ZipfRanks(Math.max(2, task.rows()), random);
    }

    @Override
    public void run() throws IOException {
      boolean writes = random.nextInt(100) < mix.writesOfHundred();
      if (!writes || mix.write() == Mix.Write.AFTER_READ) {
        long index = row();
        read(index);
        if (writes) {
          put(index);
        }
      } else if (mix.write() == Mix.Write.INSERT) {
        insert();
      } else {
        put(row());
      }
    }

    private void read(long index) throws IOException {
      switch (mix.read()) {
        case GET -> get(index);
        case SCAN -> scan(index, 1 + random.nextInt(MAX_SCAN_ROWS));
      }
    }

    /** Keys begin with a hash, so the most popular rows lie anywhere. */
    private long row() {
      long rank = ranks.next() % task.rows();
      return mix.latest() ? latest(rank) : rank;
    }
  }

  /** Puts, or gets, of one thread, each timed. */
  private final class Timed extends Caller {
    private final boolean putting;
    private final Histogram latency;

    Timed(boolean putting, int thread) throws IOException {
      super(thread);
      this.putting = putting;
      this.latency = histogram(putting ? puts : gets);
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
