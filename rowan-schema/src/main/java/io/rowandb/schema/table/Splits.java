package io.rowandb.schema.table;

import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.value.BinaryText;
import java.util.Arrays;
import java.util.List;

/**
 * The initial regions of a table.
 *
 * @param <R> the table's record
 */
@FunctionalInterface
public interface Splits<R> {
  /** The first rows of all regions but the first, for a key. */
  List<byte[]> keysOf(RowKey<R> key);

  /** One region. */
  static <R> Splits<R> none() {
    return key -> List.of();
  }

  /**
   * This many regions, which divide the values at the beginning of the key evenly: {@link
   * RowKey#evenSplits}.
   */
  static <R> Splits<R> even(int regions) {
    return key -> key.evenSplits(regions);
  }

  /**
   * Splits before the rows that begin with these prefixes; an unprintable byte is written as {@code
   * \x00}.
   *
   * @throws IllegalArgumentException when they are not in ascending order
   */
  static <R> Splits<R> at(String... rows) {
    List<byte[]> keys = Arrays.stream(rows).map(BinaryText::bytes).toList();
    for (int i = 1; i < keys.size(); i++) {
      if (Arrays.compareUnsigned(keys.get(i - 1), keys.get(i)) >= 0) {
        throw new IllegalArgumentException(
            "split keys ascend, and " + rows[i] + " is not behind " + rows[i - 1]);
      }
    }
    return key -> keys;
  }
}
