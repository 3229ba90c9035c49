package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.PeerSession;
import io.rowandb.bench.peer.StoreWork;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The phases, except the timed workloads themselves, which are in {@link Reads} and {@link Writes}.
 */
final class Phases {
  private static final double MEGABYTE = 1e6;

  /** After this time without work a store counts as idle. */
  private static final long IDLE_MILLIS = 2_000;

  private final ChildTask task;
  private final Consumer<ChildLine> lines;

  private Phases(ChildTask task, Consumer<ChildLine> lines) {
    this.task = task;
    this.lines = lines;
  }

  /** Does the task's phase and hands its figures to {@code lines} as they come. */
  static void run(ChildTask task, Consumer<ChildLine> lines) throws Exception {
    Phases phases = new Phases(task, lines);
    switch (task.phase()) {
      case NEW -> phases.firstPut();
      case LOAD_AND_READ -> phases.loadAndRead();
      case START -> phases.firstGet();
      case SMALL_CACHE -> phases.smallCache();
      case WRITE -> phases.write();
      case MIXED -> phases.mixed();
      case TAIL -> phases.tail();
      case ALLOCATION -> phases.allocation();
    }
  }

  private void firstPut() throws IOException {
    long begin = System.nanoTime();
    try (Driver driver = open();
        PeerSession session = driver.session()) {
      session.put(Rows.key(0), Rows.value(0), false);
      lines.accept(new ChildLine.Reached(Metric.NEW));
      value(Metric.NEW_OPEN, secondsSince(begin));
      mustGet(session, 0);
    }
  }

  private void loadAndRead() throws Exception {
    try (Driver driver = open()) {
      long writtenBefore = ProcessFigures.writtenBytes();
      Speed.Start start = Speed.Start.now();
      try (PeerSession session = driver.session()) {
        value(Metric.LOAD, Writes.load(session, 0, task.rows()));
      }
      long begin = System.nanoTime();
      driver.flush();
      long unsettledBytes = driver.dataBytes();
      driver.settle();
      value(Metric.SETTLE, secondsSince(begin));
      value(Metric.CPU_LOAD, start.paceOf((double) task.rows()).processorMicros());
      double loaded = (double) task.rows() * (Rows.KEY_BYTES + Rows.VALUE_BYTES);
      value(Metric.WRITTEN, (ProcessFigures.writtenBytes() - writtenBefore) / loaded);
      long settledBytes = driver.dataBytes();
      value(Metric.DISK, settledBytes / MEGABYTE);
      value(Metric.SPACE, (double) unsettledBytes / settledBytes);
      read(new Reads(task, driver));
      peak(Metric.PEAK_RSS);
    }
  }

  private void read(Reads reads) throws Exception {
    boolean cached =
        ReadFigures.SHORT_SCAN.wantedBy(task)
            || ReadFigures.GET.wantedBy(task)
            || task.wants(Metric.GET_2);
    if (cached || ReadFigures.SCAN.wantedBy(task)) {
      ReadFigures.SCAN.report(reads.fullScan(), this::value);
    }
    if (ReadFigures.SHORT_SCAN.wantedBy(task)) {
      ReadFigures.SHORT_SCAN.report(reads.shortScans(), this::value);
    }
    if (ReadFigures.GET.wantedBy(task)) {
      ReadFigures.GET.report(reads.gets(1), this::value);
    }
    if (task.wants(Metric.GET_2)) {
      value(Metric.GET_2, reads.gets(2).perSecond());
    }
    if (ReadFigures.ABSENT.wantedBy(task)) {
      ReadFigures.ABSENT.report(reads.absentGets(), this::value);
    }
  }

  private void firstGet() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (Driver driver = open();
        PeerSession session = driver.session()) {
      mustGet(session, task.rows() / 2);
      lines.accept(new ChildLine.Reached(Metric.START));
      value(Metric.START_OPEN, secondsSince(begin));
      if (task.wants(Metric.IDLE_RSS, Metric.IDLE_THREADS, Metric.IDLE_HEAP)) {
        Thread.sleep(IDLE_MILLIS);
        value(Metric.IDLE_RSS, ProcessFigures.residentBytes() / MEGABYTE);
        value(Metric.IDLE_THREADS, ProcessFigures.threads());
        value(Metric.IDLE_HEAP, ProcessFigures.heapBytesAfterCollection() / MEGABYTE);
      }
    }
  }

  private void smallCache() throws Exception {
    try (Driver driver = open()) {
      Reads reads = new Reads(task, driver);
      if (ReadFigures.SMALL_CACHE.wantedBy(task)) {
        ReadFigures.SMALL_CACHE.report(reads.gets(1), this::value);
      }
      if (ReadFigures.SMALL_CACHE_SCAN.wantedBy(task)) {
        ReadFigures.SMALL_CACHE_SCAN.report(reads.fullScan(), this::value);
      }
    }
  }

  private void write() throws Exception {
    try (Driver driver = openSettled()) {
      Writes writes = new Writes(task, driver);
      if (task.wants(Metric.PUT_1, Metric.CPU_PUT)) {
        Speed pace = writes.puts(1);
        value(Metric.PUT_1, pace.perSecond());
        value(Metric.CPU_PUT, pace.processorMicros());
      }
      if (task.wants(
          Metric.PUT_4, Metric.PUT_P999, Metric.PUT_MAX, Metric.PUT_STALL, Metric.PEAK_RSS_WRITE)) {
        putsOfFour(writes);
      }
      forced(writes);
      peak(Metric.PEAK_RSS_WRITE);
    }
  }

  private void putsOfFour(Writes writes) throws Exception {
    value(Metric.PUT_4, writes.puts(4).perSecond());
    value(Metric.PUT_P999, writes.lastPercentileNanos(0.999) / 1e3);
    value(Metric.PUT_MAX, writes.lastLongestNanos() / 1e3);
    StoreWork work = writes.lastWork();
    if (work != null) {
      value(Metric.PUT_STALL, work.stallMillis());
    }
  }

  /** Forced puts, and how many they are for each force that the disk does a moment before. */
  private void forced(Writes writes) throws Exception {
    boolean one = task.wants(Metric.FORCED_1, Metric.FORCED_1_MULTIPLE);
    boolean eight = task.wants(Metric.FORCED_8, Metric.FORCED_8_MULTIPLE);
    double forces = 0;
    if (one || eight || task.wants(Metric.FORCE)) {
      forces = writes.forces().perSecond();
      value(Metric.FORCE, forces);
    }
    if (one) {
      double puts = writes.forcedPuts(1).perSecond();
      value(Metric.FORCED_1, puts);
      value(Metric.FORCED_1_MULTIPLE, puts / forces);
    }
    if (eight) {
      double puts = writes.forcedPuts(8).perSecond();
      value(Metric.FORCED_8, puts);
      value(Metric.FORCED_8_MULTIPLE, puts / forces);
    }
  }

  private void mixed() throws Exception {
    try (Driver driver = open()) {
      // The first mix is not to be the one that fills the cache.
      new Reads(task, driver).scan();
      Mixes mixes = new Mixes(task, driver);
      for (Mix mix : Mix.values()) {
        if (task.wants(mix.metric(), Metric.PEAK_RSS_YCSB)) {
          value(mix.metric(), mixes.pace(mix).perSecond());
        }
      }
      peak(Metric.PEAK_RSS_YCSB);
    }
  }

  private void tail() throws Exception {
    try (Driver driver = openSettled()) {
      Tail tail = new Tail(task, driver);
      tail.measure();
      value(Metric.MIXED_PUT_P999, tail.putPercentileNanos(0.999) / 1e3);
      value(Metric.MIXED_PUT_MAX, tail.longestPutNanos() / 1e3);
      value(Metric.MIXED_GET_P999, tail.getPercentileNanos(0.999) / 1e3);
      StoreWork work = tail.work();
      if (work != null) {
        value(Metric.MIXED_FLUSHES, (double) work.flushes());
        value(Metric.MIXED_COMPACTIONS, (double) work.compactions());
        value(Metric.MIXED_STALL, work.stallMillis());
        work.filesOfARead().ifPresent(files -> value(Metric.MIXED_FILES, files));
      }
      peak(Metric.PEAK_RSS_MIXED);
    }
  }

  private void allocation() throws IOException {
    try (Driver driver = open();
        PeerSession session = driver.session()) {
      new Allocations(driver, session, this::value).measure();
    }
  }

  private Driver open() throws IOException {
    return task.peer().open(task.driverOptions());
  }

  /** Without work that the phase before has left, of which one peer may have more than another. */
  private Driver openSettled() throws IOException {
    Driver driver = open();
    boolean settled = false;
    try {
      driver.settle();
      settled = true;
      return driver;
    } finally {
      if (!settled) {
        driver.close();
      }
    }
  }

  private void peak(Metric metric) throws IOException {
    value(metric, ProcessFigures.peakResidentBytes() / MEGABYTE);
  }

  private void value(Metric metric, double number) {
    lines.accept(new ChildLine.Value(metric, number));
  }

  private static void mustGet(PeerSession session, long index) throws IOException {
    ValueCheck check = ValueCheck.ofGets();
    check.expect(index);
    if (!session.get(Rows.key(index), check)) {
      throw new IOException("row " + index + " is missing");
    }
  }

  private static double secondsSince(long beginNanos) {
    return (System.nanoTime() - beginNanos) / 1e9;
  }
}
