package io.rowandb.engine.compaction;

import java.io.IOException;

/** A compaction was aborted because its store is closing; nothing was changed. */
public final class CompactionStoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says why. */
  public CompactionStoppedException(String message) {
    super(message);
  }
}
