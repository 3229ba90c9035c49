package io.rowandb.engine.care;

import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The content of the directory of a store's copy, finished or not. All of it is deleted when the
 * copy is made again, so nothing else may be there, at any depth. See {@link StoreLayout}.
 */
final class PartialCopy {
  private static final Set<String> FILES =
      Set.of(
          StoreBackup.MARK_NAME,
          Manifest.LOCK_NAME,
          Manifest.NAME,
          Manifest.NEW_NAME,
          TablesCopy.NAME,
          TablesCopy.NEW_NAME);

  /** Of directories between that of the data, or of the snapshots, and a store file. */
  private static final int DATA_DEPTH = 4;

  private static final int SNAPSHOT_DEPTH = 3;

  private PartialCopy() {}

  /** Something in a directory that no copy makes; null when there is none. */
  static Path strangerIn(FileSystem fileSystem, Path partial) throws IOException {
    for (Path path : fileSystem.list(partial)) {
      Path stranger = strangerAt(fileSystem, path);
      if (stranger != null) {
        return stranger;
      }
    }
    return null;
  }

  private static Path strangerAt(FileSystem fileSystem, Path path) throws IOException {
    return switch (name(path)) {
      case StoreLayout.DATA_NAME ->
          strangerBelow(fileSystem, path, DATA_DEPTH, StoreLayout::isStoreFile);
      case StoreLayout.SNAPSHOT_NAME ->
          strangerBelow(fileSystem, path, SNAPSHOT_DEPTH, StoreLayout::isStoreFile);
      case StoreLayout.LOG_NAME -> strangerBelow(fileSystem, path, 0, WalReplay::isSegment);
      default -> isFile(fileSystem, path, file -> FILES.contains(name(file))) ? null : path;
    };
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static Path strangerBelow(
      FileSystem fileSystem, Path directory, int depth, Predicate<Path> files) throws IOException {
    if (!isOne(fileSystem, directory, FileKind.DIRECTORY)) {
      return directory;
    }
    List<Path> paths = fileSystem.list(directory);
    for (Path path : paths) {
      Path stranger =
          depth > 0
              ? strangerBelow(fileSystem, path, depth - 1, files)
              : isFile(fileSystem, path, files) ? null : path;
      if (stranger != null) {
        return stranger;
      }
    }
    return null;
  }

  private static boolean isFile(FileSystem fileSystem, Path path, Predicate<Path> isOurs)
      throws IOException {
    return isOurs.test(path) && isOne(fileSystem, path, FileKind.FILE);
  }

  /** What is gone again is that of a copy which is being made. */
  private static boolean isOne(FileSystem fileSystem, Path path, FileKind kind) throws IOException {
    FileKind found = fileSystem.kind(path);
    return found == kind || found == FileKind.NOTHING;
  }
}
