package io.rowandb.systems.web.messages;

import java.util.ArrayList;
import java.util.List;

/**
 * Names of people in one line: commas between, blanks around them ignored. A name may have any
 * character, so a comma, a backslash, or a blank at an end has a backslash before it.
 */
final class NameList {
  private NameList() {}

  /** The names of a line, in their order; what is empty between commas is none. */
  static List<String> split(String line) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    int kept = 0; // characters that stay, whatever blanks follow
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == ',') {
        add(name, kept, names);
        kept = 0;
      } else if (c == '\\' && i + 1 < line.length()) {
        name.append(line.charAt(++i));
        kept = name.length();
      } else if (!isBlank(c) || name.length() > 0) {
        name.append(c);
        kept = isBlank(c) ? kept : name.length();
      }
    }
    add(name, kept, names);
    return names;
  }

  private static void add(StringBuilder name, int kept, List<String> names) {
    if (kept > 0) {
      names.add(name.substring(0, kept));
    }
    name.setLength(0);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  /** The line of which {@link #split} makes these names again. */
  static String join(Iterable<String> names) {
    List<String> written = new ArrayList<>();
    for (String each : names) {
      written.add(written(each));
    }
    return String.join(", ", written);
  }

  private static String written(String name) {
    StringBuilder written = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean atEnd = i == 0 || i == name.length() - 1;
      if (c == ',' || c == '\\' || (isBlank(c) && atEnd)) {
        written.append('\\');
      }
      written.append(c);
    }
    return written.toString();
  }
}
