package io.rowandb.cli;

import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * Permits creating a store, for commands that normally require an existing one: otherwise a
 * mistyped path would become an empty store.
 */
public final class CreateOption {
  @Option(names = "--create", description = "Makes a store at PATH if there is none.")
  private boolean create;

  /** For picocli. */
  public CreateOption() {}

  /** Whether it was requested. */
  public boolean given() {
    return create;
  }

  /**
   * Refuses a directory in which a store would have to be created, unless that was requested. A
   * directory with files that is not a store is refused at opening.
   *
   * @param path a directory, or {@code mem:name}, which is new every time
   * @throws IOException when there is none, naming the path and the option
   */
  public void requireStore(String path) throws IOException {
    if (create || StorePath.isInMemory(path)) {
      return;
    }
    Path directory = new LocalFileSystem().named(Path.of(path));
    if (Files.notExists(directory)) {
      throw new IOException(directory + " does not exist; --create makes a store there");
    }
    if (Files.isDirectory(directory) && Files.isReadable(directory) && isEmpty(directory)) {
      throw new IOException(directory + " is empty, and no store; --create makes one there");
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }
}
