package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.PeerSession;
import java.io.IOException;
import java.util.SplittableRandom;

/** The reading workloads over a loaded store; every value is checked. */
final class Reads {
  private static final byte[] FIRST = {};
  static final int SHORT_SCAN_ROWS = 50;

  private final ChildTask task;
  private final Driver driver;
  private final TimedLoop loop;

  Reads(ChildTask task, Driver driver) {
    this.task = task;
    this.driver = driver;
    this.loop = new TimedLoop(task.seconds());
  }

  /**
   * Scans everything once to warm up and to fill the cache, then again until the loop's time is
   * over; the pace of rows.
   */
  Speed fullScan() throws IOException {
    try (PeerSession session = driver.session()) {
      scanAll(session);
      Speed.Start start = Speed.Start.now();
      long rows = 0;
      do {
        scanAll(session);
        rows += task.rows();
      } while (System.nanoTime() - start.nanos() < task.seconds() * 1e9);
      return start.paceOf((double) rows);
    }
  }

  /** All rows once. */
  void scan() throws IOException {
    try (PeerSession session = driver.session()) {
      scanAll(session);
    }
  }

  private void scanAll(PeerSession session) throws IOException {
    ValueCheck check = ValueCheck.ofScans();
    check.scanStarts();
    long shown = session.scan(FIRST, Long.MAX_VALUE, check);
    if (shown != task.rows() || check.seen() != task.rows()) {
      throw new IOException("a full scan shows " + shown + " of " + task.rows() + " rows");
    }
  }

  /** The pace of gets of loaded rows. */
  Speed gets(int threads) throws Exception {
    return loop.measure(threads, thread -> new RandomGet(thread, 0, true));
  }

  /** The pace of gets of rows that were never loaded, between those that were. */
  Speed absentGets() throws Exception {
    return loop.measure(1, thread -> new RandomGet(thread, 1L << 48, false));
  }

  /** The pace of scans of 50 rows. */
  Speed shortScans() throws Exception {
    return loop.measure(1, ShortScan::new);
  }

  private SplittableRandom random(int thread) {
    return new SplittableRandom(task.seed() * 31 + thread);
  }

  /** Gets of random rows of one thread. */
  private final class RandomGet implements TimedLoop.Operation {
    private final PeerSession session = driver.session();
    private final SplittableRandom random;
    private final long base;
    private final boolean present;
    private final ValueCheck check = ValueCheck.ofGets();
    private final byte[] key = new byte[Rows.KEY_BYTES];

    RandomGet(int thread, long base, boolean present) throws IOException {
      this.random = random(thread);
      this.base = base;
      this.present = present;
    }

    @Override
    public void run() throws IOException {
      long index = base + random.nextLong(task.rows());
      Rows.writeKey(index, key);
      check.expect(index);
      if (session.get(key, check) != present) {
        throw new IOException("row " + index + (present ? " is missing" : " was never put"));
      }
    }

    @Override
    public void close() throws IOException {
      session.close();
    }
  }

  /** Short scans of one thread. */
  private final class ShortScan implements TimedLoop.Operation {
    private final PeerSession session = driver.session();
    private final SplittableRandom random;
    private final ValueCheck check = ValueCheck.ofScans();
    private final byte[] key = new byte[Rows.KEY_BYTES];

    ShortScan(int thread) throws IOException {
      this.random = random(thread);
    }

    @Override
    public void run() throws IOException {
      random.nextBytes(key);
      check.scanStarts();
      long shown = session.scan(key, SHORT_SCAN_ROWS, check);
      boolean nearTheEnd = key[0] == (byte) 0xff;
      if (shown != SHORT_SCAN_ROWS && !nearTheEnd && task.rows() > 100_000) {
        throw new IOException("a short scan shows " + shown + " rows");
      }
    }

    @Override
    public void close() throws IOException {
      session.close();
    }
  }
}
