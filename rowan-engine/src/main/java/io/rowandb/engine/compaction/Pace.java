package io.rowandb.engine.compaction;

import java.io.IOException;

/** Called repeatedly while a file is written; may delay the writer or abort the work. */
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
