package io.rowandb.engine.store;

import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.storefile.StoreFile;
import java.io.IOException;

/**
 * Loads blocks of a file into the cache before anybody asks, where the family's settings say so.
 * Nobody needs these blocks yet, so a failure is logged and nothing else: who reads a damaged block
 * will be told.
 */
final class CacheLoading {
  private CacheLoading() {}

  /** After a file was opened. */
  static void asOpened(StoreFile file) {
    try {
      file.loadAsOpened(() -> false);
    } catch (IOException | RuntimeException | Error e) {
      failed(file, e);
    }
  }

  /**
   * After a file was written and opened.
   *
   * @param flushed whether a flush wrote it, not a compaction
   */
  static void asWritten(StoreFile file, boolean flushed) {
    try {
      file.loadAsWritten(flushed);
    } catch (IOException | RuntimeException | Error e) {
      failed(file, e);
    }
  }

  private static void failed(StoreFile file, Throwable e) {
    FailureLog.warning(CacheLoading.class, "Cannot cache blocks of " + file.info().path(), e);
  }
}
