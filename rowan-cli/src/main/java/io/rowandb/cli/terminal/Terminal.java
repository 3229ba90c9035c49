package io.rowandb.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command's text goes.
 *
 * @param out the text, UTF-8
 * @param interactive whether a person sees it on a screen that can rewrite a line
 * @param columns width of that screen; lines of a file are cut there too
 */
public record Terminal(PrintStream out, boolean interactive, int columns) {
  private static final int NARROWEST = 40;

  /** Refuses no width: a screen narrower than is readable counts as one of 40 columns. */
  public Terminal {
    columns = Math.max(NARROWEST, columns);
  }

  /**
   * Standard output. The script that starts the program has looked at the terminal and says so in
   * system properties; without them the output is plain, 80 columns wide.
   */
  public static Terminal ofProcess() {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    return new Terminal(
        out, Boolean.getBoolean("rowan.terminal"), Integer.getInteger("rowan.columns", 80));
  }

  /** Prints one line. */
  public void line(String text) {
    out.println(text);
  }

  /** Prints an empty line. */
  public void line() {
    out.println();
  }
}
