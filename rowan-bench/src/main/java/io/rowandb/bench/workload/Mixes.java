package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import java.io.IOException;

/**
 * YCSB's mixes of reads and writes over a loaded store, each in {@link #THREADS} threads. An update
 * writes the value that the row already has, so that every value can be checked.
 */
final class Mixes {
  private static final int THREADS = 2;
  private static final int MAX_SCAN_ROWS = 100;

  /** Behind the rows of {@link Writes}. */
  private static final long FIRST_ROW = 1L << 44;

  private final ChildTask task;
  private final Driver driver;
  private final TimedLoop loop;
  private long nextRange;

  Mixes(ChildTask task, Driver driver) {
    this.task = task;
    this.driver = driver;
    this.loop = new TimedLoop(task.seconds());
  }

  /** The pace of the requests of a mix. */
  Speed pace(Mix mix) throws Exception {
    return loop.measure(THREADS, thread -> new Requests(mix, thread));
  }

  private synchronized long takeRange() {
    return FIRST_ROW + Caller.INSERTED_ROWS * nextRange++;
  }

  /** The requests of one thread of a mix. */
  private final class Requests extends Caller {
    private final Mix mix;
    private final ZipfRanks ranks;

    Requests(Mix mix, int thread) throws IOException {
      super(task, driver, thread, takeRange());
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
}
