package io.rowandb.engine.settings;

import java.util.concurrent.Executor;

/**
 * What runs the work that nobody waits for. Immutable.
 *
 * @param background one more than the threads for small compactions, of which there is at least
 *     one; 0 runs all background work in the thread that caused it, for repeatable tests; 2
 * @param flush hbase.hstore.flusher.count: threads that flush regions; 2
 * @param largeCompaction hbase.regionserver.thread.compaction.large: threads for large compactions;
 *     1
 * @param executor runs flushes and compactions instead of threads of the database's own, for tests
 *     that decide when; it runs one at a time, and {@code Database.tick} is called by who has it;
 *     null
 */
public record ThreadOptions(int background, int flush, int largeCompaction, Executor executor) {
  /** Checks every number. */
  public ThreadOptions {
    NumberRules.atLeast(0, background, "backgroundThreads");
    NumberRules.atLeast(1, flush, "flushThreads");
    NumberRules.atLeast(1, largeCompaction, "largeCompactionThreads");
  }

  /** Whether the database has threads for what is due by time. */
  public boolean areOwn() {
    return executor == null && background > 0;
  }
}
