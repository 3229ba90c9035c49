package io.rowandb.engine.wal;

import java.io.IOException;

/**
 * The log failed earlier in a way that leaves it unknown what is on disk; it accepts nothing more
 * until the database is reopened. Reads are not affected.
 */
public final class WalFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  WalFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
