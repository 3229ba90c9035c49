package io.rowandb.engine.background;

import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Failures of background work, including an {@link Error}: logged and counted; the last one is
 * kept. The work is retried with the next tick or request. A failure is never swallowed and never
 * ends a background thread. Safe for many threads.
 */
public final class BackgroundFailures {
  private final AtomicLong count = new AtomicLong();
  private volatile Throwable last;

  /** A part of the work that may fail. */
  interface Part {
    void run() throws IOException;
  }

  /** How many there were. */
  public long count() {
    return count.get();
  }

  /** The last one, or null. */
  public Throwable last() {
    return last;
  }

  /** Does a part of the work; its failure does not keep the caller from the others. */
  void attempt(String what, Part part) {
    try {
      part.run();
    } catch (IOException | RuntimeException | Error e) {
      add(what, e);
    }
  }

  /** Something failed. */
  void add(String what, Throwable e) {
    count.incrementAndGet();
    last = e;
    FailureLog.error(
        BackgroundFailures.class, "Background work failed, will be tried again: " + what, e);
  }

  /** Whether it says that the region no longer exists, which is not a failure of the work. */
  static boolean isGone(Throwable e) {
    return e instanceof RefusedException refused
        && (refused.reason() == RefusedException.Reason.REGION_CLOSED
            || refused.reason() == RefusedException.Reason.CLOSED);
  }
}
