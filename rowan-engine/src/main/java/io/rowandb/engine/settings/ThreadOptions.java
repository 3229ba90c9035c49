package io.rowandb.engine.settings;

import java.util.concurrent.Executor;

/**
 * The threads for background work. Immutable. Where a description ends with a value, that is the
 * default.
 *
 * @param background the number of threads for small compactions, at least one, plus one; 0 runs all
 *     background work in the thread that caused it, for repeatable tests; 2
 * @param flush hbase.hstore.flusher.count: threads that flush regions; 2
 * @param largeCompaction hbase.regionserver.thread.compaction.large: threads for large compactions;
 *     1
 * @param executor runs flushes and compactions instead of the database's own threads, for tests
 *     that control the timing; it runs one at a time, and its owner calls {@code Database.tick};
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
