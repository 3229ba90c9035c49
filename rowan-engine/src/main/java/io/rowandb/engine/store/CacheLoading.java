package io.rowandb.engine.store;

import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.storefile.StoreFile;
import java.io.IOException;
import java.util.concurrent.Executor;

/**
 * Loads blocks of files into the cache ahead of readers, if the family's settings say so: those of
 * a new file before it serves, those of an opened file concurrently with its users. The latter ends
 * early if the file is no longer used or the database is closed.
 *
 * <p>These blocks are not needed yet, so a failure is only logged: a reader of a damaged block will
 * get an error. Safe for use by many threads.
 */
public final class CacheLoading {
  private final Executor executor;
  private volatile boolean stopped;

  /**
   * @param executor loads blocks of opened files; what it drops is not loaded
   */
  public CacheLoading(Executor executor) {
    this.executor = executor;
  }

  /** Loads nothing of opened files any more; what is being loaded ends with its next block. */
  public void stop() {
    stopped = true;
  }

  /** After a file was opened. */
  void asOpened(SharedStoreFile file) {
    if (file.file().loadsAsOpened()) {
      executor.execute(() -> loadAsOpened(file));
    }
  }

  private void loadAsOpened(SharedStoreFile file) {
    if (stopped || !file.retainIfOpen()) {
      return;
    }
    try {
      file.file().loadAsOpened(() -> stopped || file.hasOneReference());
    } catch (IOException | RuntimeException | Error e) {
      failed(file.file(), e);
    } finally {
      file.release();
    }
  }

  /**
   * After a file was written by a flush and opened.
   *
   * @param file not yet used by others
   */
  void asFlushed(StoreFile file) {
    try {
      file.loadAsFlushed();
    } catch (IOException | RuntimeException | Error e) {
      failed(file, e);
    }
  }

  /**
   * After a file was written by a compaction and opened.
   *
   * @param mergedBytes of all files that it merged
   */
  void asCompacted(StoreFile file, long mergedBytes) {
    try {
      file.loadAsCompacted(mergedBytes);
    } catch (IOException | RuntimeException | Error e) {
      failed(file, e);
    }
  }

  private static void failed(StoreFile file, Throwable e) {
    FailureLog.warning(CacheLoading.class, "Cannot cache blocks of " + file.info().path(), e);
  }
}
