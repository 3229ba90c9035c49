package io.rowandb.cli;

import java.util.HashSet;
import java.util.Set;

/** Says in one line why something failed. */
final class Failures {
  private Failures() {}

  /**
   * The message of the innermost cause that has one. HBase's exceptions carry the class name and
   * the stack of the other side in their text; neither is for people.
   */
  static String oneLine(Throwable failure) {
    String message = null;
    Throwable speaker = failure;
    Set<Throwable> seen = new HashSet<>();
    for (Throwable t = failure; t != null && seen.add(t); t = t.getCause()) {
      if (t.getMessage() != null && !t.getMessage().isBlank()) {
        message = t.getMessage();
        speaker = t;
      }
    }
    if (message == null) {
      return failure.getClass().getSimpleName();
    }
    String line = message.strip().lines().findFirst().orElse(message);
    String plain = line.replaceFirst("^([a-z_][a-z0-9_]*\\.)+[A-Z][A-Za-z0-9_$]*: ", "");
    boolean onlyAPath =
        speaker instanceof java.nio.file.FileSystemException && !plain.contains(" ");
    return onlyAPath ? plain + ": " + speaker.getClass().getSimpleName() : plain;
  }
}
