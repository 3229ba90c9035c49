package io.rowandb.cli.shell;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Remembers typed lines across sessions, in a file that only its account can read. */
final class ShellHistory {
  private static final String NAME = ".rowan_history";

  private ShellHistory() {}

  /** The file in a home directory; nothing where none can be made, and lines are forgotten. */
  static Optional<Path> in(Path home) {
    Path file = home.resolve(NAME);
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      return Files.isWritable(file) ? Optional.of(file) : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // a shell works without
    }
    return Optional.of(file);
  }
}
