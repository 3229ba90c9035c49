package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/** Another process, or another database in this one, has the directory open. */
public final class StoreInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  private StoreInUseException(String message) {
    super(message);
  }

  /** For a store that is changed while it is read, where no lock can be taken. */
  public static StoreInUseException changing(Path directory) {
    return new StoreInUseException(
        "Store "
            + directory
            + " changes while it is read: a program has it open, and here, where nothing can be"
            + " written, nobody can be kept away; end that program, or read a backup");
  }

  /**
   * @param holder the process id of the holder as its lock file says, or "unknown"
   */
  StoreInUseException(Path lockFile, String holder) {
    super(
        "Store "
            + lockFile.getParent()
            + " is in use by process "
            + holder
            + " (lock file "
            + lockFile
            + "); a store is open in one process at a time");
  }
}
