package io.rowandb.cli.shell;

/**
 * What there is of a command of several lines. A long one is not parsed again with each of its
 * lines: while a bracket is open or a value is expected, it cannot be complete, so it is parsed
 * only when it has doubled, which finds mistakes. Used by one thread.
 */
final class BegunCommand {
  /** A shorter one is parsed with each line, so that who types hears of a mistake at once. */
  private static final int SHORT_CHARS = 1 << 12;

  private final StringBuilder text = new StringBuilder();
  private int parsedChars;

  // How the text ends, by its brackets.
  private int depth;
  private char last;
  private boolean quoteOpen;

  /** Adds a line. */
  void add(String line) {
    if (text.length() > 0) {
      text.append('\n');
    }
    text.append(line);
    scan(line);
  }

  private void scan(String line) {
    for (int at = 0; at < line.length(); at++) {
      char next = line.charAt(at);
      if (next == '#') {
        return;
      }
      if (next == '\'' || next == '"') {
        at = endOfQuoted(line, at);
        quoteOpen |= at == line.length();
      } else if ("[{(".indexOf(next) >= 0) {
        depth++;
      } else if ("]})".indexOf(next) >= 0) {
        depth--;
      }
      last = Character.isWhitespace(next) ? last : next;
    }
  }

  private static int endOfQuoted(String line, int begin) {
    char quote = line.charAt(begin);
    int at = begin + 1;
    while (at < line.length() && line.charAt(at) != quote) {
      at += line.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, line.length());
  }

  /** Whether it is to be parsed now: it may be complete, is short, or has doubled since. */
  boolean isToBeParsed() {
    if (!mayBeComplete() && text.length() > SHORT_CHARS && text.length() < 2L * parsedChars) {
      return false;
    }
    parsedChars = text.length();
    return true;
  }

  /** False when another line must follow, or something is wrong; a quote without end is wrong. */
  boolean mayBeComplete() {
    return quoteOpen || (depth <= 0 && last != ',');
  }

  /** Its lines. */
  @Override
  public String toString() {
    return text.toString();
  }
}
