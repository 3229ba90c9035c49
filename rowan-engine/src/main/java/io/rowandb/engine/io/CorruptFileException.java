package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/** A file does not hold what was written to it. Names the file, the offset, and what is wrong. */
public final class CorruptFileException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final long offset;
  private final String what;

  /**
   * @param offset where the damaged part starts, in bytes from the start of the file
   * @param what what was expected and what was found
   */
  public CorruptFileException(Path file, long offset, String what) {
    super("Damaged file " + file + " at offset " + offset + ": " + what);
    this.file = file;
    this.offset = offset;
    this.what = what;
  }

  /** The damaged file. */
  public Path file() {
    return file;
  }

  /** Where the damaged part starts. */
  public long offset() {
    return offset;
  }

  /** What was expected and what was found. */
  public String what() {
    return what;
  }
}
