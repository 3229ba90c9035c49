package io.rowandb.engine.care;

import io.rowandb.engine.catalog.EnclosingStore;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.WrongKindException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Where the copy of a store may come: nothing is there, and no store or copy is around it, not even
 * by a link or a mount. Changes nothing.
 */
final class CopyTarget {
  private CopyTarget() {}

  /**
   * Refuses a source that is no store, and a target that a copy may not have.
   *
   * @throws WrongKindException when the source has no manifest
   * @throws FileAlreadyExistsException when something is at the target
   * @throws IllegalArgumentException when the target is inside of the source, a store or a copy
   */
  static void require(FileSystem fileSystem, Path from, Path to) throws IOException {
    if (!fileSystem.exists(from.resolve(Manifest.NAME))) {
      throw new WrongKindException(from, "Rowan store", "it has no " + Manifest.NAME);
    }
    if (to.getParent() == null) { // the root of the disk
      throw new FileAlreadyExistsException(to.toString());
    }
    refuseInside(from, to);
    requireFree(fileSystem, to);
    refuseInside(fileSystem.realPath(from), fileSystem.realPath(to));
    refuseInsideByKey(fileSystem, from, to);
    Optional<Path> other = EnclosingStore.of(fileSystem, to);
    if (other.isPresent()) {
      throw new IllegalArgumentException(
          "The copy of a store cannot be inside of a store or a copy: "
              + to
              + " is in "
              + other.get());
    }
  }

  /** Refuses a target where something is. */
  static void requireFree(FileSystem fileSystem, Path to) throws IOException {
    if (fileSystem.kind(to) != FileKind.NOTHING) {
      throw new FileAlreadyExistsException(to.toString());
    }
  }

  /** By another way in, such as a mount, which no path shows. */
  private static void refuseInsideByKey(FileSystem fileSystem, Path from, Path to)
      throws IOException {
    Set<Object> ofSource = new HashSet<>();
    addDirectories(fileSystem, from, ofSource);
    for (Path above = to.getParent(); above != null; above = above.getParent()) {
      if (fileSystem.isDirectory(above) && ofSource.contains(fileSystem.key(above))) {
        throw new IllegalArgumentException(
            "The copy of a store cannot be inside of it: " + above + " is a directory of " + from);
      }
    }
  }

  private static void addDirectories(FileSystem fileSystem, Path directory, Set<Object> keys)
      throws IOException {
    keys.add(fileSystem.key(directory));
    for (Path path : fileSystem.list(directory)) {
      if (fileSystem.kind(path) == FileKind.DIRECTORY) {
        addDirectories(fileSystem, path, keys);
      }
    }
  }

  private static void refuseInside(Path from, Path to) {
    if (to.startsWith(from)) {
      throw new IllegalArgumentException(
          "The copy of a store cannot be inside of it: " + to + " is in " + from);
    }
  }
}
