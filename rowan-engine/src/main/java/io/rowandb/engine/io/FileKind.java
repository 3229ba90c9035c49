package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/** What has a name on a disk. A symbolic link is one, whatever it leads to. */
public enum FileKind {
  /** Nothing has the name. */
  NOTHING("missing"),

  /** Bytes. */
  FILE("a file"),

  /** Names of others. */
  DIRECTORY("a directory"),

  /** Leads to another place, perhaps outside of the store. */
  LINK("a symbolic link"),

  /** A pipe, a device or a socket: to open it may wait for ever. */
  OTHER("a pipe, a device or a socket");

  private final String words;

  FileKind(String words) {
    this.words = words;
  }

  /** Whether it leads out of a directory, or may not be opened. */
  public boolean isStranger() {
    return this == LINK || this == OTHER;
  }

  /**
   * The first name on the way to a path that leads out of a directory, or may not be opened; null
   * when there is none.
   *
   * @param root a directory, which may be reached by a link itself
   * @param path below it; there need not be anything
   */
  public static Path stranger(FileSystem files, Path root, Path path) throws IOException {
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
   * Refuses a path that a {@link #stranger} is on the way to.
   *
   * @throws CorruptFileException names it
   */
  public static void requireInside(FileSystem files, Path root, Path path) throws IOException {
    Path stranger = stranger(files, root, path);
    if (stranger != null) {
      throw new CorruptFileException(
          stranger, 0, "is " + files.kind(stranger).words() + ", which is not followed");
    }
  }

  /** In a sentence. */
  public String words() {
    return words;
  }
}
