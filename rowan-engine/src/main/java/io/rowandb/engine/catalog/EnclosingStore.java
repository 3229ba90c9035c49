package io.rowandb.engine.catalog;

import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds the store or backup that contains a directory, by its real path. Files there belong to that
 * store, whoever has it open, and nobody else may remove them.
 */
public final class EnclosingStore {
  private EnclosingStore() {}

  /**
   * The nearest directory, this one or above it, with a manifest or its copy, even a damaged one if
   * its first bytes are right; empty when there is none.
   *
   * @param directory need not exist
   */
  public static Optional<Path> of(FileSystem fileSystem, Path directory) throws IOException {
    Path real = fileSystem.realPath(directory);
    for (Path above = real; above != null; above = above.getParent()) {
      if (StoreProbe.isIn(fileSystem, above)) {
        return Optional.of(above);
      }
    }
    return Optional.empty();
  }
}
