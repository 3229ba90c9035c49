package io.rowandb.cli;

import static java.util.stream.Collectors.joining;

import io.rowandb.cli.source.FileFault;
import io.rowandb.cli.terminal.DisplayText;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** Says in one line why something failed. */
public final class Failures {
  /** What each side that a failure passed has put before its text. */
  private static final Pattern CLASS_NAMES =
      Pattern.compile("^(([a-z_][a-z0-9_]*\\.)+[A-Z][A-Za-z0-9_$]*: )+");

  private Failures() {}

  /**
   * All that the innermost failure says, in one line: of a file that cannot be read, also which.
   */
  static String wholeText(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null) {
      inner = inner.getCause();
    }
    Throwable last = inner;
    String message =
        FileFault.of(inner)
            .or(() -> Optional.ofNullable(last.getMessage()))
            .orElseGet(last::toString);
    return message.lines().map(String::strip).collect(joining(" "));
  }

  /**
   * The message of the outermost failure that says something of its own. HBase's exceptions carry
   * the class name and the stack of the other side in their text; neither is for people.
   */
  public static String oneLine(Throwable failure) {
    Set<Throwable> seen = new HashSet<>();
    Throwable speaker = failure;
    for (Throwable cause = cause(speaker);
        cause != null && seen.add(cause) && addsNothingTo(speaker, cause);
        cause = cause(speaker)) {
      speaker = cause;
    }
    String message = speaker.getMessage();
    if (message == null || message.isBlank()) {
      return speaker.getClass().getSimpleName();
    }
    String line = message.strip().lines().findFirst().orElse(message);
    String plain = CLASS_NAMES.matcher(line).replaceFirst("");
    return FileFault.of(speaker).map(DisplayText::printable).orElse(sentence(speaker, plain));
  }

  /** HBase says only by the class what is wrong with a name. */
  private static String sentence(Throwable failure, String text) {
    if (text.contains(" ")) {
      return text;
    }
    if (failure instanceof TableNotFoundException) {
      return "there is no table " + text;
    }
    if (failure instanceof TableExistsException) {
      return "table " + text + " already exists";
    }
    if (failure instanceof TableNotDisabledException) {
      return "table " + text + " must be disabled first";
    }
    if (failure instanceof TableNotEnabledException) {
      return "table " + text + " is disabled";
    }
    return failure instanceof NamespaceNotFoundException ? "there is no namespace " + text : text;
  }

  /** Of many failed writes, the first is as good as any. */
  private static Throwable cause(Throwable failure) {
    return failure instanceof RetriesExhaustedWithDetailsException many
            && many.getNumExceptions() > 0
        ? many.getCause(0)
        : failure.getCause();
  }

  private static boolean addsNothingTo(Throwable failure, Throwable cause) {
    String message = failure.getMessage();
    return failure instanceof RetriesExhaustedException
        || message == null
        || message.isBlank()
        || message.startsWith(cause.getClass().getName());
  }
}
