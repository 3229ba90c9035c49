package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/** A file or directory is not of the expected kind, and nothing shows that it ever was. */
public final class WrongKindException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param expected what was looked for
   * @param found what is there instead
   */
  public WrongKindException(Path path, String expected, String found) {
    super(path + " is no " + expected + ": " + found);
  }
}
