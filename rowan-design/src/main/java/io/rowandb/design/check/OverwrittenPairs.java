package io.rowandb.design.check;

import java.util.ArrayList;
import java.util.List;

/** Some pairs of rows of a sample of which the second overwrites the first. One thread. */
final class OverwrittenPairs {
  private static final int MOST = 3;

  /** Numbers of rows, from 0. */
  final List<long[]> rows = new ArrayList<>();

  /** The same pairs for people, as soon as the rows were read again. */
  final List<String> texts = new ArrayList<>();

  void note(long first, long second) {
    if (rows.size() < MOST) {
      rows.add(new long[] {first, second});
    }
  }

  /** A sentence behind a blank, or nothing. */
  String examples() {
    return texts.isEmpty() ? "" : " For example " + String.join("; ", texts) + ".";
  }
}
