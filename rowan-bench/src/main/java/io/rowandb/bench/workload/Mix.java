package io.rowandb.bench.workload;

/**
 * YCSB's core workloads (Cooper and others, "Benchmarking cloud serving systems with YCSB", 2010):
 * the kind of request, the percentage of writes, and how rows are chosen.
 */
enum Mix {
  /** Half are updates. */
  A(Metric.YCSB_A, Read.GET, Write.UPDATE, 50, false),
  /** Few are updates. */
  B(Metric.YCSB_B, Read.GET, Write.UPDATE, 5, false),
  /** Gets only. */
  C(Metric.YCSB_C, Read.GET, Write.UPDATE, 0, false),
  /** Gets of what was written last. */
  D(Metric.YCSB_D, Read.GET, Write.INSERT, 5, true),
  /** Short scans. */
  E(Metric.YCSB_E, Read.SCAN, Write.INSERT, 5, false),
  /** Half write what they have just read. */
  F(Metric.YCSB_F, Read.GET, Write.AFTER_READ, 50, false);

  /** How a request reads. */
  enum Read {
    GET,
    SCAN
  }

  /** How a request writes. */
  enum Write {
    UPDATE,
    INSERT,
    AFTER_READ
  }

  private final Metric metric;
  private final Read read;
  private final Write write;
  private final int writesOfHundred;
  private final boolean latest;

  Mix(Metric metric, Read read, Write write, int writesOfHundred, boolean latest) {
    this.metric = metric;
    this.read = read;
    this.write = write;
    this.writesOfHundred = writesOfHundred;
    this.latest = latest;
  }

  /** Requests in a second. */
  Metric metric() {
    return metric;
  }

  Read read() {
    return read;
  }

  Write write() {
    return write;
  }

  int writesOfHundred() {
    return writesOfHundred;
  }

  /** Whether rows are the more popular the later they came; else any of the loaded ones are. */
  boolean latest() {
    return latest;
  }
}
