package io.rowandb.engine.compaction;

import java.io.IOException;

/** A pace shared by several writers of files; one may have to wait for the others. */
@FunctionalInterface
public interface CommonPace {
  /** Whether a piece of work is wanted at all. */
  @FunctionalInterface
  interface Wanted {
    /** Throws when it is not, as {@link Pace#wrote} does. */
    void check() throws IOException;
  }

  /**
   * Called after {@code bytes} more were written.
   *
   * @param wanted asked before a wait, and again and again in a long one
   */
  void wrote(long bytes, Wanted wanted) throws IOException;
}
