package io.rowandb.engine.linear;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What goes on beside the calls of a history: flushes, compactions, splits and merges, one after
 * the other until told to stop. Runs in a thread of its own.
 */
final class Disturbance {
  private final Database database;
  private final TableName table;
  private final Random random;
  private volatile boolean stopped;

  // Atomic.
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong regrouped = new AtomicLong();

  Disturbance(Database database, TableName table, Random random) {
    this.database = database;
    this.table = table;
    this.random = random;
  }

  /** Every few times another thread runs first: so calls meet between any two of their steps. */
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: it only makes races likelier
  static void letOthersRun(long tick) {
    if ((tick * 0x9E3779B97F4A7C15L) >>> 61 == 0) {
      Thread.yield();
    }
  }

  void stop() {
    stopped = true;
  }

  /** How many flushes, compactions, splits and merges there were. */
  long done() {
    return done.get();
  }

  /** How many of them were splits and merges. */
  long regrouped() {
    return regrouped.get();
  }

  void run() throws IOException {
    while (!stopped) {
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> database.flush(table);
        case 3 -> database.compact(table, null, /* major= */ false);
        case 4 -> database.compact(table, null, /* major= */ true);
        default -> regroup();
      }
      done.incrementAndGet();
    }
  }

  /** Splits a lone region and merges two; regions that must be compacted first refuse. */
  private void regroup() throws IOException {
    List<Region> regions = database.table(table).regions();
    try {
      if (regions.size() == 1) {
        database.splitRegion(regions.get(0).info().encodedName(), Session.splitRow(random));
      } else {
        database.mergeRegions(regions.stream().map(r -> r.info().encodedName()).toList());
      }
      regrouped.incrementAndGet();
    } catch (RefusedException e) {
      boolean notCompacted =
          e.reason() == RefusedException.Reason.BAD_REQUEST
              || e.reason() == RefusedException.Reason.NOT_MERGEABLE;
      if (!notCompacted) {
        throw e;
      }
    }
  }
}
