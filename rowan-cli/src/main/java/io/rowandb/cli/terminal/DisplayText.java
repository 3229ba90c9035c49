package io.rowandb.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Text as it appears on a screen of fixed-width cells: its width, padded, cut, and without
 * characters that would disturb the screen.
 */
public final class DisplayText {
  private static final String CUT = "…";
  private static final String CONTINUATION = "    ";

  private DisplayText() {}

  /** Columns of the screen that {@code text} takes. */
  public static int width(String text) {
    return text.codePoints().map(DisplayText::width).sum();
  }

  /** {@code text} with spaces after it up to {@code columns}; longer text stays as it is. */
  public static String padRight(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - width(text)));
  }

  /** {@code text} with spaces before it up to {@code columns}; longer text stays as it is. */
  public static String padLeft(String text, int columns) {
    return " ".repeat(Math.max(0, columns - width(text))) + text;
  }

  /** {@code text}, or its start and an ellipsis when it is wider than {@code columns}. */
  public static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int used = width(CUT);
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      used += width(codePoint);
      if (used > columns) {
        break;
      }
      kept.appendCodePoint(codePoint);
      i += Character.charCount(codePoint);
    }
    return kept.append(CUT).toString();
  }

  /**
   * {@code call}, a call as one writes it in a program, in lines of at most {@code columns}: broken
   * before a dot, or else after a space, further lines indented. What cannot be broken stays
   * longer.
   */
  public static List<String> wrapped(String call, int columns) {
    List<String> lines = new ArrayList<>();
    String rest = call;
    while (width(rest) > columns) {
      int end = lastBreak(rest, columns);
      if (end < 0) {
        break;
      }
      lines.add(rest.substring(0, end).stripTrailing());
      rest = CONTINUATION + rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /** Where the last part begins that leaves a line of at most {@code columns}; -1 if nowhere. */
  private static int lastBreak(String text, int columns) {
    int beforeCall = -1;
    int afterSpace = -1;
    for (int i = CONTINUATION.length() + 1; i < text.length(); i++) {
      if (width(text.substring(0, i)) > columns) {
        break;
      }
      if (text.charAt(i) == '.' && text.charAt(i - 1) == ')') {
        beforeCall = i;
      } else if (text.charAt(i - 1) == ' ') {
        afterSpace = i;
      }
    }
    return beforeCall >= 0 ? beforeCall : afterSpace;
  }

  /**
   * {@code text} with control characters (which could move the cursor or end the line), characters
   * that turn the writing direction and lone surrogates written as {@code \x1b} or as a backslash,
   * u and four digits.
   */
  public static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            codePoint -> {
              if (disturbs(codePoint)) {
                shown.append(
                    String.format(Locale.ROOT, codePoint < 256 ? "\\x%02x" : "\\u%04x", codePoint));
              } else {
                shown.appendCodePoint(codePoint);
              }
            });
    return shown.toString();
  }

  /** Whether it would; such are all below U+10000. */
  static boolean disturbs(int codePoint) {
    boolean direction =
        codePoint == 0x200E
            || codePoint == 0x200F
            || (codePoint >= 0x202A && codePoint <= 0x202E)
            || (codePoint >= 0x2066 && codePoint <= 0x2069);
    boolean separator = codePoint == 0x2028 || codePoint == 0x2029;
    boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    return Character.isISOControl(codePoint) || direction || separator || surrogate;
  }

  private static int width(int codePoint) {
    int kind = Character.getType(codePoint);
    if (kind == Character.NON_SPACING_MARK
        || kind == Character.ENCLOSING_MARK
        || kind == Character.FORMAT) {
      return 0;
    }
    return isWide(codePoint) ? 2 : 1;
  }

  /** The blocks that terminals draw over two cells: East Asian scripts and pictographs. */
  private static boolean isWide(int codePoint) {
    return (codePoint >= 0x1100 && codePoint <= 0x115F) // Hangul jamo
        || (codePoint >= 0x2E80 && codePoint <= 0xA4CF) // CJK, kana, bopomofo, Yi
        || (codePoint >= 0xAC00 && codePoint <= 0xD7A3) // Hangul syllables
        || (codePoint >= 0xF900 && codePoint <= 0xFAFF) // CJK compatibility
        || (codePoint >= 0xFE30 && codePoint <= 0xFE6F) // CJK compatibility forms
        || (codePoint >= 0xFF00 && codePoint <= 0xFF60) // full-width forms
        || (codePoint >= 0x1F300 && codePoint <= 0x1FAFF) // pictographs
        || (codePoint >= 0x20000 && codePoint <= 0x3FFFD); // CJK extensions
  }
}
