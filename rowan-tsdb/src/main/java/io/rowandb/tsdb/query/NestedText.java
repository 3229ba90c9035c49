package io.rowandb.tsdb.query;

import java.util.ArrayList;
import java.util.List;

/** Text with braces and parentheses in it; what is in parentheses may be a regular expression. */
final class NestedText {
  private NestedText() {}

  /** Splits it where the letter stands outside of both. */
  static List<String> split(String text, char letter) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    for (int at = find(text, begin, letter); at >= 0; at = find(text, begin, letter)) {
      parts.add(text.substring(begin, at));
      begin = at + 1;
    }
    parts.add(text.substring(begin));
    return parts;
  }

  /** Where the letter stands outside of braces and parentheses that open from there on, or -1. */
  static int find(String text, int from, char letter) {
    int braces = 0;
    int parentheses = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (parentheses > 0) {
        if (c == '\\') {
          i++;
        } else {
          parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
      } else if (c == letter && braces == 0) {
        return i;
      } else if (c == '(') {
        parentheses++;
      } else {
        braces += c == '{' ? 1 : c == '}' ? -1 : 0;
      }
    }
    return -1;
  }
}
