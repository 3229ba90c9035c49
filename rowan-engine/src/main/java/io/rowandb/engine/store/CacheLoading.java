package io.rowandb.engine.store;

import io.rowandb.engine.storefile.StoreFile;
import java.io.IOException;

/**
 * Loads blocks of a file into the cache before anybody asks, where the family's settings say so.
 * Nobody waits for these blocks, so a failure is logged and nothing else: who reads a damaged block
 * will be told.
 */
final class CacheLoading {
  private CacheLoading() {}

  /** After a file was opened. */
  static void asOpened(StoreFile file) {
    try {
      file.loadAsOpened();
    } catch (IOException e) {
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
    } catch (IOException e) {
      failed(file, e);
    }
  }

  private static void failed(StoreFile file, IOException e) {
    System.getLogger(CacheLoading.class.getName())
        .log(System.Logger.Level.WARNING, "Cannot cache blocks of " + file.info().path(), e);
  }
}
