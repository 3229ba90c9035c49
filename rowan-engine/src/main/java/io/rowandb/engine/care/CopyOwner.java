package io.rowandb.engine.care;

import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.StoreOwner;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The owner of a directory in which a copy is made. It owns the directory as long as the lock file
 * of that name is the one it took: another copy may remove and recreate the directory, and its lock
 * is then a different file. Safe for use by many threads.
 */
final class CopyOwner implements StoreOwner {
  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path lockFile;
  private final AutoCloseable lock;

  /** No other file gets it while the lock is held, as that keeps the file open. */
  private final Object key;

  private CopyOwner(FileSystem fileSystem, Path lockFile, AutoCloseable lock, Object key) {
    this.fileSystem = fileSystem;
    this.lockFile = lockFile;
    this.lock = lock;
    this.key = key;
  }

  /**
   * Takes the lock of a directory.
   *
   * @throws io.rowandb.engine.io.StoreInUseException when another copy is made there
   */
  static CopyOwner take(FileSystem fileSystem, Path lockFile) throws IOException {
    AutoCloseable lock = fileSystem.lock(lockFile);
    boolean taken = false;
    try {
      CopyOwner owner = new CopyOwner(fileSystem, lockFile, lock, fileSystem.key(lockFile));
      taken = true;
      return owner;
    } finally {
      if (!taken) {
        Closing.quietly(lock);
      }
    }
  }

  /**
   * Refuses when the directory was removed, moved or made again.
   *
   * @throws FileSystemException says so
   */
  @Override
  public void requireRecord() throws IOException {
    if (!isStill(lockFile)) {
      throw lost();
    }
  }

  private FileSystemException lost() {
    return new FileSystemException(
        lockFile.getParent().toString(),
        null,
        "it was removed or moved while a copy was made in it, and may be another copy's now."
            + " This copy is given up, and deletes nothing there");
  }

  /** Refuses when what has the copy's last name is another's. */
  void requireNamed(Path target) throws IOException {
    // A disk that knows files by their paths alone does not tell.
    if (!(key instanceof Path) && !isStill(target.resolve(lockFile.getFileName()))) {
      throw lost();
    }
  }

  private boolean isStill(Path file) throws IOException {
    try {
      return key.equals(fileSystem.key(file));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Why a copy failed: what follows from the loss of its directory is no reason. */
  IOException reasonFor(IOException failure) {
    try {
      requireRecord();
      return failure;
    } catch (IOException e) {
      if (e != failure) {
        e.addSuppressed(failure);
      }
      return e;
    }
  }

  @Override
  public void close() throws IOException {
    Closing parts = new Closing();
    parts.close(lock);
    parts.rethrow();
  }
}
