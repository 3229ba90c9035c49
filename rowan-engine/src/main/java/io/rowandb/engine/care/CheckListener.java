package io.rowandb.engine.care;

import io.rowandb.engine.io.Finding;

/** Learns what a check finds while it goes on; called by the thread that checks. */
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
