package io.rowandb.engine.care;

import io.rowandb.engine.io.Finding;

/** Receives the findings of a check while it runs; called by the thread that checks. */
public interface CheckListener {
  /** Something was found. */
  void found(Finding finding);

  /**
   * A file was read.
   *
   * @param rows of all files read so far
   * @param bytes of all files read so far
   * @param allBytes of all files there are to read
   */
  default void progressed(long rows, long bytes, long allBytes) {}
}
