package io.rowandb.engine.store;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Strangers;
import io.rowandb.engine.memstore.ChunkPool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/**
 * What all stores of a database share.
 *
 * @param root the directory of the database
 * @param fileSystem their files
 * @param clock their time
 * @param blockCache their blocks
 * @param cacheLoading loads blocks into the cache ahead of readers
 * @param manifest where changes of their file lists become durable
 * @param obsoleteFiles deletes their files
 * @param chunkPool the source of their memstores' memory
 * @param activity counts their activity
 */
public record StoreEnvironment(
    Path root,
    FileSystem fileSystem,
    Clock clock,
    BlockCache blockCache,
    CacheLoading cacheLoading,
    StoreManifest manifest,
    ObsoleteFiles obsoleteFiles,
    ChunkPool chunkPool,
    DatabaseActivity activity) {

  /**
   * Creates a directory and its missing parents, all of them durable. One thread at a time, so that
   * none takes a directory for durable that another has only just created.
   *
   * @throws CorruptFileException when something else than a directory of the store is on the way
   */
  public synchronized void ensureDirectory(Path directory) throws IOException {
    requireInside(directory);
    if (fileSystem.isDirectory(directory)) {
      return;
    }
    fileSystem.createDirectories(directory);
  }

  /** Refuses a path below the store's directory that leads out of it. */
  void requireInside(Path path) throws IOException {
    Strangers.refuse(fileSystem, root, path);
  }
}
