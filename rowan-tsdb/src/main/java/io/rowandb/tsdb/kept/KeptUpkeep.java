package io.rowandb.tsdb.kept;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes kept rollups again and again, of hours that are over, by a thread of its own. What fails is
 * logged and tried the next time: till then those hours are answered from points. What fails of one
 * metric keeps no other from being made.
 */
public final class KeptUpkeep implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(KeptUpkeep.class.getName());
  private static final Duration END = Duration.ofSeconds(20);

  private final KeptRollups kept;
  private final Clock clock;
  private final ScheduledExecutorService thread;

  private KeptUpkeep(KeptRollups kept, Clock clock) {
    this.kept = kept;
    this.clock = clock;
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread made = new Thread(work, "tsdb-rollups");
              made.setDaemon(true);
              return made;
            });
  }

  /** Begins, and does it a time after each end of it. */
  public static KeptUpkeep start(KeptRollups kept, Clock clock, Duration pause) {
    KeptUpkeep upkeep = new KeptUpkeep(kept, clock);
    ScheduledFuture<?> unused =
        upkeep.thread.scheduleWithFixedDelay(
            upkeep::run, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    return upkeep;
  }

  /** Once, of all metrics. Throws nothing: that would end the schedule, and nobody would know. */
  void run() {
    try {
      for (String each : kept.metrics()) {
        if (thread.isShutdown()) {
          return;
        }
        make(each);
      }
    } catch (IOException | RuntimeException | Error e) {
      log("the metrics that have marks were not found; they will be looked for, later", e);
    }
  }

  private void make(String metric) {
    try {
      kept.makeEnded(metric, clock.millis());
    } catch (IOException | RuntimeException | Error e) {
      log("rollups of " + metric + " were not made; they will be, later", e);
    }
  }

  private void log(String message, Throwable failure) {
    if (!thread.isShutdown()) {
      LOG.log(System.Logger.Level.WARNING, message, failure);
    }
  }

  /** Ends it; what is not made yet is answered from points. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(System.Logger.Level.WARNING, "making rollups has not ended");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
