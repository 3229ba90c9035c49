package io.rowandb.load;

import java.io.IOException;

/**
 * Records cannot be loaded as they are: two have one row or one unique value, one is in the table
 * already, or no record could be made of a line. No table has anything of the load.
 */
public final class LoadRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  LoadRefusedException(String message) {
    super(message + "; nothing was loaded");
  }

  LoadRefusedException(String message, Throwable cause) {
    this(message);
    initCause(cause);
  }
}
