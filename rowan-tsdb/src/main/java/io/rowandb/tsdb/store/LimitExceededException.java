package io.rowandb.tsdb.store;

import java.io.IOException;

/** A read met one of its {@link ReadLimits}, and its scan was closed. */
public final class LimitExceededException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Of a limit.
   *
   * @param message names it
   */
  public LimitExceededException(String message) {
    super(message);
  }
}
