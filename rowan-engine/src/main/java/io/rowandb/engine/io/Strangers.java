package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/** Finds names below a directory that lead out of it, or may not be opened. */
public final class Strangers {
  private Strangers() {}

  /**
   * The first such name on the way to a path; null when there is none.
   *
   * @param root a directory, which may be reached by a link itself
   * @param path below it; there need not be anything
   */
  public static Path find(FileSystem files, Path root, Path path) throws IOException {
    Path at = root;
    for (Path name : root.relativize(path)) {
      at = at.resolve(name);
      if (files.kind(at).isStranger()) {
        return at;
      }
    }
    return null;
  }

  /**
   * Refuses a path that such a name is on the way to.
   *
   * @throws CorruptFileException names it
   */
  public static void refuse(FileSystem files, Path root, Path path) throws IOException {
    Path stranger = find(files, root, path);
    if (stranger != null) {
      throw new CorruptFileException(
          stranger, 0, "is " + files.kind(stranger).words() + ", which is not followed");
    }
  }
}
