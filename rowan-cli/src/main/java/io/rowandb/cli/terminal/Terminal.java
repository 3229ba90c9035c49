package io.rowandb.cli.terminal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a command's text goes.
 *
 * @param out the text, UTF-8
 * @param interactive whether a person sees it on a screen that can rewrite a line
 * @param columns width of that screen; lines of a file are cut there too
 */
public record Terminal(PrintStream out, boolean interactive, int columns) {
  private static final int NARROWEST = 40;

  /** The system property with which the script tells; without it this is unknown. */
  private static final String SHOWN = "rowan.terminal";

  /** Refuses no width: a screen narrower than is readable counts as one of 40 columns. */
  public Terminal {
    columns = Math.max(NARROWEST, columns);
  }

  /**
   * Standard output. The script that starts the program has looked at the terminal and says so in
   * system properties; without them the output is plain, 80 columns wide.
   */
  public static Terminal ofProcess() {
    PrintStream out = new PrintStream(StandardOutput.ofProcess(), true, StandardCharsets.UTF_8);
    return new Terminal(out, Boolean.getBoolean(SHOWN), Integer.getInteger("rowan.columns", 80));
  }

  /**
   * Whether a command must not write colours: NO_COLOR is set to any value, or the script says that
   * standard output is not a terminal, or is one without colours.
   *
   * @param environment the process's
   */
  public static boolean isPlain(Map<String, String> environment) {
    return environment.containsKey("NO_COLOR") || "false".equals(System.getProperty(SHOWN));
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
