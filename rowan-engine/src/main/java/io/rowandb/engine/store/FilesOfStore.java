package io.rowandb.engine.store;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.storefile.StoreFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the sizes of a store's files without opening the store; reads only the end of each file.
 */
public final class FilesOfStore {
  private FilesOfStore() {}

  /**
   * The figures of the files, without what is in memory and without counts of activity.
   *
   * @param directory of the family
   * @param startRow the first row of the store; empty for no bound
   * @param endRow the first row behind its last; empty for no bound
   * @throws java.nio.file.NoSuchFileException when one does not exist; the process that has the
   *     store open may have deleted it
   */
  public static StoreStats stats(
      FileSystem fileSystem,
      Path directory,
      String family,
      List<String> names,
      byte[] startRow,
      byte[] endRow)
      throws IOException {
    FileTotals totals = new FileTotals();
    BlockCache uncached = new BlockCache(0);
    for (String name : names) {
      try (StoreFile file =
          StoreFile.open(
              fileSystem,
              directory.resolve(name),
              uncached.open(BlockCaching.DEFAULT),
              startRow,
              endRow)) {
        totals.add(file);
      }
    }
    return totals.stats(family);
  }
}
