package io.rowandb.bench.migration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Counts the operations of an application, second by second. */
final class Meter implements AutoCloseable {
  // Fixed at construction.
  private final LiveCalls calls;
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final Future<?> ticks;

  // Guarded by this.
  private final List<Long> rates = new ArrayList<>();
  private long last;

  /** Begins at once. */
  Meter(LiveCalls calls) {
    this.calls = calls;
    ticks = clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private synchronized void tick() {
    long now = calls.operations();
    rates.add(now - last);
    last = now;
    notifyAll();
  }

  /** Forgets the seconds that have passed, and waits for so many more, or until a thread ends. */
  synchronized void await(int seconds) throws InterruptedException {
    rates.clear();
    while (rates.size() < seconds && !calls.hasFailed()) {
      wait();
    }
  }

  /** Forgets the seconds that have passed. */
  synchronized void reset() {
    rates.clear();
  }

  /** Of the seconds since {@link #reset} or {@link #await}; 0 without any. */
  synchronized long median() {
    List<Long> sorted = new ArrayList<>(rates);
    Collections.sort(sorted);
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }

  /** The least mean of two seconds, one after the other; 0 without any. */
  synchronized long least() {
    long least = Long.MAX_VALUE;
    for (int i = 1; i < rates.size(); i++) {
      least = Math.min(least, (rates.get(i - 1) + rates.get(i)) / 2);
    }
    return rates.size() < 2 ? 0 : least;
  }

  @Override
  public void close() {
    ticks.cancel(false);
    clock.shutdownNow();
  }
}
