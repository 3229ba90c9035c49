package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/** The order of values that {@link Direction} is relative to. */
public final class NaturalOrder {
  /** The order of the 16 bytes, unsigned, which is not {@link UUID#compareTo}. */
  static final Comparator<UUID> OF_IDS =
      ((Comparator<UUID>)
              (a, b) ->
                  Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits()))
          .thenComparing(
              (a, b) ->
                  Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits()));

  private NaturalOrder() {}

  /** Compares two values of one class; both are there. */
  public static int compare(Object a, Object b) {
    if (a instanceof String text) {
      return Utf8.ORDER.compare(text, (String) b);
    }
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    if (a instanceof UUID id) {
      return OF_IDS.compare(id, (UUID) b);
    }
    return compareComparables(a, b);
  }

  @SuppressWarnings("unchecked") // both are of the class that the declaration names
  private static int compareComparables(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }
}
