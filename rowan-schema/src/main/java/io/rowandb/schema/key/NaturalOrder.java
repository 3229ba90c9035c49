package io.rowandb.schema.key;

import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/** The order of values that {@link Direction} is relative to. */
final class NaturalOrder {
  private NaturalOrder() {}

  /** Compares two values of one class; both are there. */
  static int compare(Object a, Object b) {
    if (a instanceof String text) {
      return compareCodePoints(text, (String) b);
    }
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    if (a instanceof UUID id) {
      return UNSIGNED_IDS.compare(id, (UUID) b);
    }
    return compareComparables(a, b);
  }

  @SuppressWarnings("unchecked") // both are of the class that the declaration names
  private static int compareComparables(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static final Comparator<UUID> UNSIGNED_IDS =
      ((Comparator<UUID>)
              (a, b) ->
                  Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits()))
          .thenComparing(
              (a, b) ->
                  Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits()));

  /** As their UTF-8 compares: a surrogate is above all code points that need none. */
  private static int compareCodePoints(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char ofA = a.charAt(i);
      char ofB = b.charAt(i);
      if (ofA != ofB) {
        boolean surrogateA = Character.isSurrogate(ofA);
        return surrogateA == Character.isSurrogate(ofB)
            ? Character.compare(ofA, ofB)
            : surrogateA ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
