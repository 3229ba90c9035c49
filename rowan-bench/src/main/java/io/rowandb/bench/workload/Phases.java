package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.Session;
import io.rowandb.bench.peer.StoreWork;
import java.io.IOException;
import java.util.function.Consumer;

/** The phases but the timed workloads themselves, which are in {@link Reads} and {@link Writes}. */
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
        Session session = driver.session()) {
      session.put(Rows.key(0), Rows.value(0), false);
      lines.accept(new ChildLine.Reached(Metric.NEW));
      value(Metric.NEW_OPEN, secondsSince(begin));
      mustGet(session, 0);
    }
  }

  private void loadAndRead() throws Exception {
    try (Driver driver = open()) {
      long writtenBefore = ProcessFigures.writtenBytes();
      Pace.Start start = Pace.Start.now();
      try (Session session = driver.session()) {
        value(Metric.LOAD, Writes.load(session, 0, task.rows()));
      }
      long begin = System.nanoTime();
      driver.settle();
      value(Metric.SETTLE, secondsSince(begin));
      value(Metric.CPU_LOAD, start.paceOf((double) task.rows()).processorMicros());
      double loaded = (double) task.rows() * (Rows.KEY_BYTES + Rows.VALUE_BYTES);
      value(Metric.WRITTEN, (ProcessFigures.writtenBytes() - writtenBefore) / loaded);
      value(Metric.DISK, driver.dataBytes() / MEGABYTE);
      read(new Reads(task, driver));
      value(Metric.PEAK_RSS, ProcessFigures.peakResidentBytes() / MEGABYTE);
    }
  }

  private void read(Reads reads) throws Exception {
    if (task.wants(
        Metric.SCAN,
        Metric.CPU_SCAN,
        Metric.GET_1,
        Metric.CPU_GET,
        Metric.GET_2,
        Metric.SHORT_SCAN,
        Metric.CPU_SHORT_SCAN)) {
      values(Metric.SCAN, Metric.CPU_SCAN, reads.fullScan());
    }
    if (task.wants(Metric.SHORT_SCAN, Metric.CPU_SHORT_SCAN)) {
      values(Metric.SHORT_SCAN, Metric.CPU_SHORT_SCAN, reads.shortScans());
    }
    if (task.wants(Metric.GET_1, Metric.CPU_GET)) {
      values(Metric.GET_1, Metric.CPU_GET, reads.gets(1));
    }
    if (task.wants(Metric.GET_2)) {
      value(Metric.GET_2, reads.gets(2).perSecond());
    }
    if (task.wants(Metric.ABSENT, Metric.CPU_ABSENT)) {
      values(Metric.ABSENT, Metric.CPU_ABSENT, reads.absentGets());
    }
  }

  private void firstGet() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (Driver driver = open();
        Session session = driver.session()) {
      mustGet(session, task.rows() / 2);
      lines.accept(new ChildLine.Reached(Metric.START));
      value(Metric.START_OPEN, secondsSince(begin));
      if (task.wants(Metric.IDLE_RSS, Metric.IDLE_THREADS)) {
        Thread.sleep(IDLE_MILLIS);
        value(Metric.IDLE_RSS, ProcessFigures.residentBytes() / MEGABYTE);
        value(Metric.IDLE_THREADS, ProcessFigures.threads());
      }
    }
  }

  private void smallCache() throws Exception {
    try (Driver driver = open()) {
      values(Metric.SMALL_CACHE, Metric.CPU_SMALL_CACHE, new Reads(task, driver).gets(1));
    }
  }

  private void write() throws Exception {
    try (Driver driver = open()) {
      Writes writes = new Writes(task, driver);
      if (task.wants(Metric.PUT_1, Metric.CPU_PUT)) {
        values(Metric.PUT_1, Metric.CPU_PUT, writes.puts(1));
      }
      if (task.wants(Metric.PUT_4, Metric.PUT_P999)) {
        value(Metric.PUT_4, writes.puts(4).perSecond());
        value(Metric.PUT_P999, writes.lastPercentileNanos(0.999) / 1e3);
      }
      if (task.wants(Metric.FORCE)) {
        value(Metric.FORCE, writes.forces().perSecond());
      }
      if (task.wants(Metric.FORCED_1)) {
        value(Metric.FORCED_1, writes.forcedPuts(1).perSecond());
      }
      if (task.wants(Metric.FORCED_8)) {
        value(Metric.FORCED_8, writes.forcedPuts(8).perSecond());
      }
    }
  }

  private void mixed() throws Exception {
    try (Driver driver = open()) {
      Mixes mixes = new Mixes(task, driver);
      for (Mix mix : Mix.values()) {
        if (task.wants(mix.metric())) {
          value(mix.metric(), mixes.pace(mix).perSecond());
        }
      }
    }
  }

  private void tail() throws Exception {
    try (Driver driver = open()) {
      Tail tail = new Tail(task, driver);
      tail.measure();
      value(Metric.MIXED_PUT_P999, tail.putPercentileNanos(0.999) / 1e3);
      value(Metric.MIXED_GET_P999, tail.getPercentileNanos(0.999) / 1e3);
      StoreWork work = tail.work();
      if (work != null) {
        value(Metric.MIXED_FLUSHES, (double) work.flushes());
        value(Metric.MIXED_COMPACTIONS, (double) work.compactions());
      }
    }
  }

  private void allocation() throws IOException {
    try (Driver driver = open();
        Session session = driver.session()) {
      new Allocations(driver, session, this::value).measure();
    }
  }

  private Driver open() throws IOException {
    return task.peer().open(task.driverOptions());
  }

  private void values(Metric perSecond, Metric processorMicros, Pace pace) {
    value(perSecond, pace.perSecond());
    value(processorMicros, pace.processorMicros());
  }

  private void value(Metric metric, double number) {
    lines.accept(new ChildLine.Value(metric, number));
  }

  private static void mustGet(Session session, long index) throws IOException {
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
