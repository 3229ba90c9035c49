package io.rowandb.engine.load;

import io.rowandb.engine.io.FileCopy;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file to be loaded: it is forced to the disk of the database under an unlisted name, so after a
 * crash the next opening removes it.
 *
 * @param source where it came from
 * @param key the identity of the source when it was staged
 * @param path where it is
 * @param info its metadata
 */
record StagedFile(BulkLoad.SourceFile source, Object key, Path path, StoreFileInfo info) {
  /**
   * Links or copies a file, and forces it. If that fails, a part may be there. A file that must be
   * moved or given and has other hard links is copied, since it could be changed through those.
   *
   * @param from where it is
   * @param to the disk of the database
   */
  static void stage(BulkLoad load, Path from, FileSystem to, Path path) throws IOException {
    boolean link =
        switch (load.source()) {
          case MOVE, GIVE -> load.fileSystem().names(from) == 1;
          case LINK -> true;
          case COPY -> false;
        };
    if (link && isSameDisk(load.fileSystem(), to)) {
      to.link(from, path);
      to.force(path); // who wrote it may not have forced it
    } else {
      try (RandomReadFile open = load.fileSystem().open(from)) {
        FileCopy.copy(open, open.size(), to, path);
      }
    }
  }

  private static boolean isSameDisk(FileSystem from, FileSystem to) {
    return from.disk() == to.disk()
        || (from.disk() instanceof LocalFileSystem && to.disk() instanceof LocalFileSystem);
  }
}
