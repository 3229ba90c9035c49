package io.rowandb.cli;

import io.rowandb.cli.source.FileFault;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** How a command gets the path of its store: as the argument PATH or with {@code --path}. */
public final class StorePath {
  private static final String MEMORY_PREFIX = "mem:";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PATH",
      description = "Directory of the store.")
  private String argument;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "Says the same as PATH without the option.")
  private String option;

  /** For picocli. */
  public StorePath() {}

  /** What was given, if anything was. Refuses both at once, and an empty name. */
  public Optional<String> given() {
    if (argument != null && option != null) {
      throw refused(
          "the store is named twice, " + argument + " and --path " + option + ": leave out one");
    }
    String name = argument == null ? option : argument;
    if (name != null && name.isEmpty()) {
      throw refused("PATH is empty; it needs the name of a directory");
    }
    return Optional.ofNullable(name);
  }

  /** What was given; a command without is wrong. */
  String required() {
    return given()
        .orElseThrow(
            () ->
                refused(
                    "PATH is missing: name the directory of a store, as in ./rowan "
                        + spec.name()
                        + " PATH"));
  }

  /**
   * The directory that was given and is there, for commands that read files.
   *
   * @throws IOException when it is not there, or no directory
   */
  Path existing() throws IOException {
    String name = required();
    if (isInMemory(name)) {
      throw refused("PATH must be the directory of a store, not \"" + name + "\"");
    }
    Path directory = Path.of(name);
    requireExisting(directory);
    return new LocalFileSystem().named(directory);
  }

  /** Refuses what is not there, or no directory. */
  static void requireExisting(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      throw new IOException(directory + " does not exist");
    }
    if (!Files.isDirectory(directory)) {
      // Where the directories above may not be read, nothing tells whether it is there.
      throw new IOException(
          Files.exists(directory)
              ? directory + " is not a directory"
              : FileFault.ofReading(directory).orElseThrow());
    }
  }

  /** Whether a name is that of a store in memory, which every program makes for itself. */
  public static boolean isInMemory(String name) {
    return name.startsWith(MEMORY_PREFIX);
  }

  /** Refuses, in this command's name. */
  public ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
