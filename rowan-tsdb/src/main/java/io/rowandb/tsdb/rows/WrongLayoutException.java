package io.rowandb.tsdb.rows;

import java.io.IOException;

/**
 * Rows do not look as if the table had the layout that was given, so nothing was changed: with
 * another layout, good rows look bad, and rows of one metric like those of another.
 */
public final class WrongLayoutException extends IOException {
  private static final long serialVersionUID = 1L;

  WrongLayoutException(String message) {
    super(message);
  }
}
