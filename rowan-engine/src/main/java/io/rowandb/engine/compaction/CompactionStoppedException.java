package io.rowandb.engine.compaction;

import java.io.IOException;

/** A compaction ended before its time because its store is going away; nothing was changed. */
public final class CompactionStoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says why. */
  public CompactionStoppedException(String message) {
    super(message);
  }
}
