package io.rowandb.cli.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that the user may have meant by a mistyped one. No instances. */
public final class NearestName {
  /** So many letters may be wrong, missing or too many. */
  private static final int MOST_WRONG = 2;

  private NearestName() {}

  /** Of some names the one that is nearest, unless all are far off. */
  public static Optional<String> of(String typed, Collection<String> names) {
    return names.stream()
        .filter(name -> distance(typed, name) <= Math.min(MOST_WRONG, name.length() / 2))
        .min(Comparator.comparingInt(name -> distance(typed, name)));
  }

  /** Levenshtein's: how many letters must be changed, added or removed. */
  private static int distance(String one, String other) {
    int[] before = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, Math.min(before[j], row[j - 1]) + 1);
      }
      before = row;
    }
    return before[other.length()];
  }
}
