package io.rowandb.cli.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The commands of HBase's shell that are not here, and why. They are read when one of them is
 * typed, since most sessions type none.
 */
final class AbsentCommands {
  private static final String FILE = "absent-commands.txt";

  private AbsentCommands() {}

  /** Why a command is not here; empty when HBase's shell has none of this name, or it is here. */
  static Optional<String> reason(String name) {
    try (InputStream file = AbsentCommands.class.getResourceAsStream(FILE)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t", -1))
          .filter(line -> line[0].equals(name))
          .map(line -> line[1])
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("the shell's own file " + FILE + " cannot be read", e);
    }
  }
}
