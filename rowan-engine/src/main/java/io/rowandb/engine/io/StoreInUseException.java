package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/** Another process, or another database in this one, has the directory open. */
public final class StoreInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param holder the process id of the holder as its lock file says, or "unknown"
   */
  public StoreInUseException(Path lockFile, String holder) {
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
