package io.rowandb.engine.wal;

import java.io.IOException;

/**
 * The log failed earlier in a way that leaves unknown what is on disk; it takes nothing more until
 * the database is opened again. Reads are not concerned.
 */
public final class WalFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  WalFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
