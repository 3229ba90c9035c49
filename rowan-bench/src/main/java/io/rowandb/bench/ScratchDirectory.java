package io.rowandb.bench;

import io.rowandb.cli.terminal.DisplayText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A new directory for a measurement; it is deleted with all its content when it is closed or, if
 * earlier, when the process ends.
 */
final class ScratchDirectory implements Closeable {
  private final Path path;
  private final Thread sweeper;

  private ScratchDirectory(Path path) {
    this.path = path;
    this.sweeper = new Thread(() -> deleteAtExit(path), "bench-delete");
  }

  /** Makes one in {@code parent}, which is made too if it is missing. */
  static ScratchDirectory in(Path parent, String name) throws IOException {
    Files.createDirectories(parent);
    Path made = Files.createTempDirectory(parent, "rowan-bench-" + name + "-");
    ScratchDirectory scratch = new ScratchDirectory(made);
    Runtime.getRuntime().addShutdownHook(scratch.sweeper);
    return scratch;
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    delete(path);
    Runtime.getRuntime().removeShutdownHook(sweeper);
  }

  private static void deleteAtExit(Path directory) {
    try {
      delete(directory);
    } catch (IOException e) {
      System.err.println(DisplayText.printable("not removed: " + directory + " (" + e + ")"));
    }
  }

  private static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
