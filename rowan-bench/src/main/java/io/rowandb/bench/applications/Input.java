package io.rowandb.bench.applications;

import java.util.Locale;

/** What the applications are given. */
final class Input {
  /** Milliseconds since 1970 of what has number 0. */
  static final long START = 1_700_000_000_000L;

  private static final int PEOPLE = 500;

  private Input() {}

  /** One of {@value #PEOPLE} names; neighbours in number have different ones. */
  static String person(int number) {
    return String.format(Locale.ROOT, "person%04d", Math.floorMod(number * 31, PEOPLE));
  }

  /** A text of some words, which tells its number. */
  static String text(int number) {
    return "what is said in the text of number " + number;
  }
}
