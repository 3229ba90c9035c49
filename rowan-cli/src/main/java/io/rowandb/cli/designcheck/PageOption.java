package io.rowandb.cli.designcheck;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes a report as a page too. */
final class PageOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also writes one HTML page: findings, keys over time, load of servers, sizes. A file of"
              + " that name is replaced.")
  private Path file;

  boolean isGiven() {
    return file != null;
  }

  /** Refuses a file that cannot be written, or is read, before any work is done. */
  void check(List<Path> read) throws IOException {
    if (file == null) {
      return;
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw refused("--html " + file + ": there is no directory " + directory);
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw refused("--html " + file + " should be a file");
    }
    for (Path each : read) {
      if (Files.exists(file) && Files.exists(each) && Files.isSameFile(file, each)) {
        throw refused("--html " + file + " is read by this command, and would be replaced");
      }
    }
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  /** Writes the page, or leaves the file that was there. */
  void write(String page) throws IOException {
    Path made = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    Files.deleteIfExists(made); // of a process with this number that was killed
    try {
      Files.writeString(made, page, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      move(made);
    } finally {
      Files.deleteIfExists(made);
    }
  }

  private void move(Path made) throws IOException {
    try {
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
