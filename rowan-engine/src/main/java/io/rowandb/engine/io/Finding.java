package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What a check reports about one place in a database directory.
 *
 * @param severity how bad it is
 * @param file the file or directory
 * @param offset where in the file, in bytes from its start; {@link #WHOLE} when it is about all of
 *     it
 * @param what what was expected and what was found
 */
public record Finding(Severity severity, Path file, long offset, String what) {
  /** The offset of a finding about a whole file. */
  public static final long WHOLE = -1;

  /** How bad a finding is. */
  public enum Severity {
    /** As it should be, and worth knowing: what a crash left and the next opening cleans up. */
    NOTE,
    /** Nothing is wrong with the content, but something is there, or missing, that should not. */
    WARNING,
    /** Damaged, contradictory or not readable. */
    ERROR
  }

  /** Something worth knowing of a whole file. */
  public static Finding note(Path file, String what) {
    return new Finding(Severity.NOTE, file, WHOLE, what);
  }

  /** Something that should not be there, or should. */
  public static Finding warning(Path file, String what) {
    return new Finding(Severity.WARNING, file, WHOLE, what);
  }

  /** Damage at a place. */
  public static Finding error(Path file, long offset, String what) {
    return new Finding(Severity.ERROR, file, offset, what);
  }

  /** What kept a file from being read, which is the place itself when it is damage. */
  public static Finding of(Path file, IOException failure) {
    if (failure instanceof CorruptFileException damage && damage.file() != null) {
      return error(damage.file(), damage.offset(), damage.what());
    }
    return error(file, WHOLE, "cannot be read: " + failure);
  }

  /** Whether something is to be done about it. */
  public boolean isFault() {
    return severity != Severity.NOTE;
  }
}
