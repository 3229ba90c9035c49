package io.rowandb.design.page;

import java.util.HexFormat;
import java.util.Locale;

/** Text and numbers of a page. */
final class PageText {
  private static final int KIBI = 1024;
  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB", "PB"};

  private PageText() {}

  /**
   * Text for an element or an attribute in quotes. Characters that are not seen, or turn the
   * direction of what follows, are shown by their number.
   */
  static String escaped(String text) {
    return visible(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String visible(String text) {
    StringBuilder made = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            each -> {
              if (isUnseen(each)) {
                made.append("\\u").append(HexFormat.of().toHexDigits((char) each));
              } else {
                made.appendCodePoint(each);
              }
            });
    return made.toString();
  }

  private static boolean isUnseen(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL -> codePoint != '\n';
      case Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR -> codePoint < 0x10000;
      default -> codePoint == 0xFFFE || codePoint == 0xFFFF;
    };
  }

  /**
   * The same characters as a string of JSON that may stand in a script element: it has no {@code
   * <}.
   */
  static String json(String unsafe) {
    String text = visible(unsafe);
    StringBuilder made = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPlain =
          c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
              && c != '\'';
      if (isPlain || (c > 0xA0 && c < 0x2000) || (c >= 0x3000 && c < 0xD800)) {
        made.append(c);
      } else {
        made.append("\\u").append(HexFormat.of().toHexDigits(c));
      }
    }
    return made.append('"').toString();
  }

  /** 563069 as {@code 563,069}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The same of a mean, rounded. */
  static String count(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  /** With one decimal. */
  static String mean(double number) {
    return String.format(Locale.ROOT, "%,.1f", number);
  }

  /** A share of 0 to 1 in percent. */
  static String percent(double share) {
    return String.format(
        Locale.ROOT, share > 0 && share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  /** A number for an attribute. */
  static String plain(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  /** Bytes with a unit of 1024. */
  static String bytes(double bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= KIBI && unit < UNITS.length - 1) {
      value /= KIBI;
      unit++;
    }
    String form = unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, form, value, UNITS[unit]);
  }
}
