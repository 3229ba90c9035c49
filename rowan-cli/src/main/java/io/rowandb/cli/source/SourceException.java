package io.rowandb.cli.source;

import java.io.IOException;

/** A data file that is missing, unreadable, damaged, or not what it should be. */
public final class SourceException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With a message that names the file and, where there is one, the line. */
  public SourceException(String message) {
    super(message);
  }

  /** As above, because of another error. */
  public SourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
