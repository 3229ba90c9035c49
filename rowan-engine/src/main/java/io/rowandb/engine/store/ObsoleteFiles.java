package io.rowandb.engine.store;

import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Deletes files that are no longer in the manifest or in any view. A file that cannot be deleted
 * only costs space, so the failure is logged and counted; opening the database tries again. Safe
 * for use by many threads.
 */
public final class ObsoleteFiles {
  private final FileSystem fileSystem;
  private final AtomicLong failures = new AtomicLong();

  /** Deletes in this file system. */
  public ObsoleteFiles(FileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /** How many files could not be deleted. */
  public long failures() {
    return failures.get();
  }

  /** Deletes a file; never fails, since the caller has more files to release. */
  public void delete(Path file) {
    try {
      fileSystem.delete(file);
    } catch (IOException | RuntimeException | Error e) {
      failed("delete", file, e);
    }
  }

  void failed(String what, Path file, Throwable e) {
    failures.incrementAndGet();
    FailureLog.warning(ObsoleteFiles.class, "Cannot " + what + " obsolete file " + file, e);
  }
}
