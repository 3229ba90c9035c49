package io.rowandb.client.store;

import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * Where a store lives.
 *
 * @param key equal for all spellings of one place: {@code mem:name}, or the real path
 * @param directory the directory; for a store in memory, a name used in messages
 * @param inMemory whether it is a {@code mem:} store
 */
record StoreLocation(String key, Path directory, boolean inMemory) {
  static final String PATH_KEY = "rowan.path";

  private static final String MEMORY_PREFIX = "mem:";
  private static final String FILE_PREFIX = "file:";

  /** What {@code rowan.path} says. */
  static StoreLocation of(Configuration conf) throws IOException {
    String path = conf.getTrimmed(PATH_KEY, "");
    if (path.isEmpty()) {
      throw new IllegalArgumentException(
          PATH_KEY
              + " is not set: it must name the store's directory, or mem:<name> for a store in"
              + " memory");
    }
    if (path.startsWith(MEMORY_PREFIX)) {
      String name = path.substring(MEMORY_PREFIX.length());
      if (name.isEmpty() || name.indexOf('/') >= 0) {
        throw new IllegalArgumentException(
            PATH_KEY + " must be mem:<name> with a name without slashes: " + path);
      }
      return new StoreLocation(path, Path.of("mem-" + name), true);
    }
    Path directory = path.startsWith(FILE_PREFIX) ? Path.of(URI.create(path)) : Path.of(path);
    Path real = real(new LocalFileSystem().named(directory));
    requireParent(real);
    return new StoreLocation(real.toString(), real, false);
  }

  /**
   * The store's own directory is made when it does not exist, but not what it is in: that is
   * missing after a slip of the pen, or when a disk is not mounted.
   */
  private static void requireParent(Path directory) throws IOException {
    Path parent = directory.getParent();
    if (parent == null || Files.isDirectory(parent)) {
      return;
    }
    throw new IOException(
        PATH_KEY
            + " is "
            + directory
            + ", but "
            + parent
            + (Files.exists(parent) ? " is not a directory" : " does not exist"));
  }

  /** The path with links resolved as far as it exists. */
  private static Path real(Path path) throws IOException {
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    Path parent = path.getParent();
    return parent == null ? path : real(parent).resolve(path.getFileName());
  }
}
