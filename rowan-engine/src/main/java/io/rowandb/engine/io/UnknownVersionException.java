package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file was written by a newer release, in a format that this release does not know. It is not
 * damaged.
 */
public final class UnknownVersionException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Names the file, its version, and the newest one that can be read. */
  UnknownVersionException(Path file, int version, int newest) {
    super(
        "File "
            + file
            + " has format version "
            + version
            + ", this release reads up to "
            + newest
            + ": open it with a newer release");
  }
}
