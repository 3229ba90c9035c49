package io.rowandb.cli.source;

import java.util.ArrayList;
import java.util.List;

/** Cuts a line into its fields. */
public final class Fields {
  private Fields() {}

  /** The parts between {@code separator}s; empty parts count, also at the end. */
  public static List<String> split(String line, char separator) {
    List<String> fields = new ArrayList<>();
    int start = 0;
    for (int end = line.indexOf(separator); end >= 0; end = line.indexOf(separator, start)) {
      fields.add(line.substring(start, end));
      start = end + 1;
    }
    fields.add(line.substring(start));
    return fields;
  }

  /**
   * The values of one CSV line: separated by commas; in double quotes where they hold a comma or a
   * quote, which is then doubled.
   *
   * @throws IllegalArgumentException if a quote is not closed, or something follows a closed one
   */
  public static List<String> csv(String line) {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (true) {
      if (at < line.length() && line.charAt(at) == '"') {
        StringBuilder value = new StringBuilder();
        at = readQuoted(line, at + 1, value);
        fields.add(value.toString());
      } else {
        int comma = line.indexOf(',', at);
        int end = comma < 0 ? line.length() : comma;
        fields.add(line.substring(at, end));
        at = end;
      }
      if (at == line.length()) {
        return fields;
      }
      if (line.charAt(at) != ',') {
        throw new IllegalArgumentException(
            "a comma should follow the quoted value that ends at column " + at);
      }
      at++;
    }
  }

  /** Reads up to and over the closing quote; returns the place after it. */
  private static int readQuoted(String line, int from, StringBuilder value) {
    int at = from;
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (c != '"') {
        value.append(c);
      } else if (at < line.length() && line.charAt(at) == '"') {
        value.append('"');
        at++;
      } else {
        return at;
      }
    }
    throw new IllegalArgumentException("the quote before column " + from + " is not closed");
  }
}
