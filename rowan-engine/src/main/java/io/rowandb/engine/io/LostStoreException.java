package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Another owner has taken over the store that this process had open; this process writes nothing
 * more.
 */
public final class LostStoreException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what was found.
   *
   * @param record the file that names the owner
   */
  LostStoreException(Path record, String found) {
    super(
        "This process has lost the store "
            + record.getParent()
            + ", and writes nothing more there: "
            + record
            + " "
            + found);
  }
}
