package io.rowandb.engine;

import io.rowandb.engine.io.DirectoryName;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.region.RegionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where things are in a database directory.
 *
 * <pre>
 *  LOCK                                                     who has it open
 *  MANIFEST                                                 what exists
 *  log/                                                     what no store file has yet
 *  data/[namespace]/[table]/[region]/[family]/[file]        store files, in HBase's directories
 * </pre>
 *
 * Directories of names that are not plain ASCII are written as {@link DirectoryName} says.
 */
final class StoreLayout {
  private static final Pattern STORE_FILE = Pattern.compile("[0-9a-f]{32}");

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path root;

  StoreLayout(FileSystem fileSystem, Path root) {
    this.fileSystem = fileSystem;
    this.root = root;
  }

  Path lockFile() {
    return root.resolve(Manifest.LOCK_NAME);
  }

  Path logDirectory() {
    return root.resolve("log");
  }

  Path regionDirectory(RegionInfo region) {
    TableName table = TableName.of(region.table());
    return dataDirectory()
        .resolve(DirectoryName.of(table.namespace()))
        .resolve(DirectoryName.of(table.qualifier()))
        .resolve(region.encodedName());
  }

  /**
   * Refuses a directory that holds something else than a database, before anything is changed in
   * it; then creates the directory where there is none.
   */
  void prepare() throws IOException {
    Manifest.requireStoreOrNothing(fileSystem, root);
    if (!fileSystem.exists(root)) {
      fileSystem.createDirectories(root);
      Path parent = root.toAbsolutePath().getParent();
      if (parent != null) {
        fileSystem.forceDirectory(parent);
      }
    }
  }

  /** Deletes what is left of a region; returns how many files could not be deleted. */
  int deleteRegion(RegionInfo region) {
    Path directory = regionDirectory(region);
    int failures = 0;
    try {
      for (Path family : fileSystem.list(directory)) {
        for (Path file : fileSystem.list(family)) {
          failures += delete(file);
        }
        failures += delete(family);
      }
      failures += delete(directory);
      failures += deleteIfEmpty(directory.getParent());
    } catch (IOException e) {
      warn(directory, e);
      failures++;
    }
    return failures;
  }

  /**
   * Deletes store files that are not in the catalog: left by a crash between writing a file and
   * listing it, or between unlisting and deleting it. Files that do not look like ours stay.
   *
   * @return how many were deleted
   */
  int deleteOrphans(Catalog catalog) throws IOException {
    // By name alone, which no two files share: where names of directories are not told apart by
    // their case, a file can be found in a directory of another name.
    Set<String> listed = new HashSet<>();
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      region.families().values().forEach(family -> listed.addAll(family.files()));
    }
    int deleted = 0;
    for (Path namespace : fileSystem.list(dataDirectory())) {
      for (Path table : directories(namespace)) {
        for (Path region : directories(table)) {
          for (Path family : directories(region)) {
            deleted += deleteUnlisted(family, listed);
          }
          deleteIfEmpty(region);
        }
        deleteIfEmpty(table);
      }
    }
    return deleted;
  }

  private int deleteUnlisted(Path family, Set<String> listed) throws IOException {
    int deleted = 0;
    for (Path file : fileSystem.list(family)) {
      String name = file.getFileName().toString();
      if (STORE_FILE.matcher(name).matches() && !listed.contains(name)) {
        deleted += 1 - delete(file);
      }
    }
    deleteIfEmpty(family);
    return deleted;
  }

  private List<Path> directories(Path parent) throws IOException {
    return fileSystem.isDirectory(parent) ? fileSystem.list(parent) : List.of();
  }

  private int deleteIfEmpty(Path directory) throws IOException {
    boolean empty = fileSystem.isDirectory(directory) && fileSystem.list(directory).isEmpty();
    return empty ? delete(directory) : 0;
  }

  private int delete(Path path) {
    try {
      fileSystem.delete(path);
      return 0;
    } catch (IOException e) {
      warn(path, e);
      return 1;
    }
  }

  private static void warn(Path path, IOException e) {
    System.getLogger(StoreLayout.class.getName())
        .log(
            System.Logger.Level.WARNING,
            "Cannot delete " + path + ", which is not used any more",
            e);
  }

  private Path dataDirectory() {
    return root.resolve("data");
  }
}
