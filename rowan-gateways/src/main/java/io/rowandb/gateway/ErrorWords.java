package io.rowandb.gateway;

import java.util.stream.Collectors;

/** The error messages for clients. No instances. */
final class ErrorWords {
  private ErrorWords() {}

  /**
   * The lines of a failure's text but for those of its stack trace, which name places in the
   * program.
   */
  static String withoutPlaces(String words, String lineEnd) {
    return words
        .lines()
        .filter(line -> !line.startsWith("\t"))
        .collect(Collectors.joining(lineEnd));
  }

  /** The same lines as the text of an answer in HTTP, with its ends of lines. */
  static String asWebText(String words) {
    return withoutPlaces(words, "\r\n") + "\r\n";
  }

  /** Whether there is a stack trace in a text. */
  static boolean havePlaces(String words) {
    return words.contains("\n\tat ");
  }
}
