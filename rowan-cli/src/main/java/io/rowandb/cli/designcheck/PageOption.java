package io.rowandb.cli.designcheck;

import io.rowandb.cli.source.FileFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
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

/** Writes a report as a page too: at the very end, so that an error leaves the page of before. */
final class PageOption {
  /** What a page begins with. */
  private static final String PAGE = "<!DOCTYPE html>";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also writes one HTML page: findings, keys over time, load of servers, sizes. A page of"
              + " that name is replaced; another file is not.")
  private Path file;

  /** What is to be written; null until it is drawn. */
  private String html;

  /** Makes a page. */
  interface Drawing {
    String html() throws IOException;
  }

  /**
   * Refuses a file that cannot be written, or is read, before any work is done.
   *
   * @param read files and directories of files that the command reads
   * @param stores directories that hold nothing but what a store has
   */
  void check(List<Path> read, List<Path> stores) throws IOException {
    if (file == null) {
      return;
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw refused("--html " + file + " should be a file");
    }
    if (!Files.isDirectory(directory)) {
      throw refused("--html " + file + ": there is no directory " + directory);
    }
    if (!Files.isWritable(directory)) {
      throw refused("--html " + file + ": directory " + directory + " cannot be written");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw refused("--html " + file + " should be a file");
    }
    for (Path each : read) {
      if (isSame(file, each) || isSame(temporary(), each)) {
        throw refused("--html " + file + " is read by this command, and would be replaced");
      }
    }
    checkReplaced();
    for (Path each : stores) {
      if (Files.isDirectory(each) && directory.toRealPath().startsWith(each.toRealPath())) {
        throw refused("--html " + file + " is within the store " + each);
      }
    }
  }

  /**
   * Another file than a page has perhaps no copy: a class, a source, a file of a store. A move
   * would replace a link, such as {@code /dev/stdout}, and not what it names.
   */
  private void checkReplaced() throws IOException {
    if (Files.isSymbolicLink(file)) {
      throw refused("--html " + file + " is a symbolic link: name the page itself");
    }
    if (Files.exists(file) && !isPage()) {
      throw refused("--html " + file + " is no HTML page, and would be replaced");
    }
  }

  /** An empty file is one that is to become a page. */
  private boolean isPage() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(PAGE.length());
      return start.length == 0
          || new String(start, StandardCharsets.ISO_8859_1).equalsIgnoreCase(PAGE);
    } catch (AccessDeniedException e) {
      throw new ParameterException(spec.commandLine(), FileFault.ofReading(file, e), e);
    }
  }

  /** Also by another name, or through a link. */
  private static boolean isSame(Path one, Path other) throws IOException {
    return Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  /** Makes the page, if one is wanted. Nothing is written yet. */
  void draw(Drawing page) throws IOException {
    if (file != null) {
      html = page.html();
    }
  }

  /** Writes the page that was drawn, if there is one; or leaves the file that was there. */
  void write() throws IOException {
    if (html == null) {
      return;
    }
    Path made = temporary();
    Files.deleteIfExists(made); // of a process with this number that was killed
    try {
      Files.writeString(made, html, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      move(made);
    } finally {
      Files.deleteIfExists(made);
    }
  }

  private Path temporary() {
    return file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
  }

  private void move(Path made) throws IOException {
    try {
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
