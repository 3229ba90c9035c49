package io.rowandb.cli.designcheck;

import io.rowandb.cli.mcp.McpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The files below one directory, the only ones that a client may have read. Immutable. */
final class RootedFiles {
  private final Optional<Path> root;

  /**
   * Below a directory.
   *
   * @param root empty for no files at all
   * @throws IOException when it is no directory
   */
  RootedFiles(Optional<Path> root) throws IOException {
    this.root = root.isEmpty() ? root : Optional.of(root.get().toRealPath());
  }

  /**
   * A file, with all symbolic links followed.
   *
   * @param name relative to the directory
   * @throws McpException when it is no file below the directory; whether there is a file elsewhere
   *     is not told
   */
  Path file(String name) throws McpException {
    if (root.isEmpty()) {
      throw McpException.ofArguments("\"" + name + "\": files are read only with --root DIRECTORY");
    }
    try {
      Path wanted = root.get().resolve(name).normalize();
      if (wanted.startsWith(root.get())) {
        Path real = wanted.toRealPath();
        if (real.startsWith(root.get()) && Files.isRegularFile(real)) {
          return real;
        }
      }
    } catch (IOException | InvalidPathException e) {
      throw refused(name);
    }
    throw refused(name);
  }

  private static McpException refused(String name) {
    return McpException.ofArguments("\"" + name + "\" is no file below the root");
  }
}
