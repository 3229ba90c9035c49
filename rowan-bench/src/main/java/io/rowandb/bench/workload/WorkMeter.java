package io.rowandb.bench.workload;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.StoreWork;
import java.io.IOException;

/** The work of a store since the end of a workload's warm-up. Safe for use by several threads. */
final class WorkMeter {
  private final Driver driver;

  /** Guarded by this; null before the workload is warm, and when the store tells nothing. */
  private StoreWork warm;

  WorkMeter(Driver driver) {
    this.driver = driver;
  }

  /** Counts from now on. */
  synchronized void start() throws IOException {
    warm = driver.work();
  }

  /** What was done since then; null when the store tells nothing. */
  synchronized StoreWork done() throws IOException {
    return warm == null ? null : driver.work().since(warm);
  }
}
