package io.rowandb.engine.compaction;

import java.io.IOException;

/** Asked again and again while a file is being written; may hold the writer up, or end the work. */
@FunctionalInterface
public interface Pace {
  /** As fast as it goes, to the end. */
  Pace FREE = bytes -> {};

  /**
   * Called after {@code bytes} more were written.
   *
   * @throws CompactionStoppedException when the work is no longer wanted
   */
  void wrote(long bytes) throws IOException;
}
