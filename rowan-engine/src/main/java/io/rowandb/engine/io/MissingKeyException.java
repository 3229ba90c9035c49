package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file is or must be encrypted, and the master key cannot be used: there is none of that name, or
 * it is not the one that wrapped the file's key. The file itself may be intact, so this is not
 * damage.
 */
public final class MissingKeyException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message names the master key and says what is wrong with it
   */
  public MissingKeyException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The same with the name of the file that cannot be read. */
  MissingKeyException of(Path file) {
    return new MissingKeyException(
        "File " + file + " is encrypted and cannot be read: " + getMessage(), this);
  }
}
