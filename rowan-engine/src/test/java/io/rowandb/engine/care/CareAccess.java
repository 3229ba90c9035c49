package io.rowandb.engine.care;

import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;

/** What a check and a copy do not show, for tests in other rooms. */
public final class CareAccess {
  /** The file that says that a directory is a copy under way. */
  public static final String MARK_NAME = PartialCopy.MARK_NAME;

  private CareAccess() {}

  /** What is in that file. */
  public static byte[] mark() {
    return PartialCopy.mark();
  }

  /** Checks without a lock, and so without any change of the disk. */
  public static CheckReport checkUnlocked(
      FileSystem fileSystem, Path directory, CheckListener listener) throws IOException {
    return new DatabaseCheck(fileSystem, directory, listener).check();
  }
}
