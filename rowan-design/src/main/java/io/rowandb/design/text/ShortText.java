package io.rowandb.design.text;

import java.util.List;
import java.util.Locale;

/** What a message quotes of a design or sample, however long that is. */
public final class ShortText {
  private static final int LONGEST = 60;
  private static final int MOST_NAMES = 20;

  private ShortText() {}

  /** The first characters of a text, with an ellipsis where more follow. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }

  /** As above, 60 characters. */
  public static String cut(String text) {
    return cut(text, LONGEST);
  }

  /** In double quotes, cut. */
  public static String quoted(String text) {
    return "\"" + cut(text) + "\"";
  }

  /** The first 20 names, each cut, with commas between them, and how many follow. */
  public static String names(List<String> names) {
    String first = String.join(", ", names.stream().limit(MOST_NAMES).map(ShortText::cut).toList());
    return names.size() <= MOST_NAMES
        ? first
        : first + String.format(Locale.ROOT, " and %,d more", names.size() - MOST_NAMES);
  }
}
