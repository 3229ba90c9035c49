package io.rowandb.engine.world;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Background work that waits until it is told to run. Used by one thread. */
final class SerialWork implements Executor {
  /** Bounded by what a database lets wait: a flush a region, a compaction and a purge a family. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  @Override
  public void execute(Runnable work) {
    waiting.add(work);
  }

  /** Runs what has waited longest, if anything waits. */
  void runNext() {
    Runnable next = waiting.poll();
    if (next != null) {
      next.run();
    }
  }

  /** Runs what waits, and what that leads to. */
  void runAll() {
    while (!waiting.isEmpty()) {
      runNext();
    }
  }

  /** As when the process dies. */
  void forget() {
    waiting.clear();
  }
}
