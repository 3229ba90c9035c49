package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.DisplayText;
import java.util.List;

/** A text behind a label, broken into lines between words. */
final class Wrapped {
  static final String INDENT = "  ";

  private Wrapped() {}

  /**
   * Adds the lines.
   *
   * @param labelWidth columns of the label, with the space behind it
   * @param width columns of a line; a longer word has a line of its own
   */
  static void add(String label, int labelWidth, String text, int width, List<String> lines) {
    StringBuilder line = new StringBuilder(INDENT + DisplayText.padRight(label, labelWidth));
    boolean isFirst = true;
    for (String word : DisplayText.printable(text).split(" ", -1)) {
      if (!isFirst && DisplayText.width(line.toString()) + 1 + DisplayText.width(word) > width) {
        lines.add(line.toString());
        line = new StringBuilder(INDENT + " ".repeat(labelWidth));
        isFirst = true;
      }
      line.append(isFirst ? "" : " ").append(word);
      isFirst = false;
    }
    lines.add(line.toString());
  }
}
