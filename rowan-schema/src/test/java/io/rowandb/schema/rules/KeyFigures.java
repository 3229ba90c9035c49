package io.rowandb.schema.rules;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** What keys do to rows that are written one after the other. */
final class KeyFigures {
  /** Writes that come together: about those of a second of a busy table. */
  private static final int WINDOW = 1_000;

  private KeyFigures() {}

  /**
   * The share of writes that go to the busiest region, in percent: of those that come together, the
   * mean over all.
   */
  static long busiestPercent(List<byte[]> written, List<byte[]> splitKeys) {
    TreeMap<byte[], Integer> regions = new TreeMap<>(Arrays::compareUnsigned);
    regions.put(new byte[0], 0);
    for (byte[] key : splitKeys) {
      regions.put(key, regions.size());
    }
    double sum = 0;
    int windows = 0;
    for (int begin = 0; begin + WINDOW <= written.size(); begin += WINDOW) {
      int[] writes = new int[regions.size()];
      for (byte[] row : written.subList(begin, begin + WINDOW)) {
        writes[regions.floorEntry(row).getValue()]++;
      }
      sum += Arrays.stream(writes).max().orElseThrow();
      windows++;
    }
    return Math.round(100 * sum / windows / WINDOW);
  }

  /** Split keys that part the rows evenly, as splits do in the end. */
  static List<byte[]> afterSplits(List<byte[]> rows, int regions) {
    List<byte[]> sorted = rows.stream().sorted(Arrays::compareUnsigned).toList();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      keys.add(sorted.get((int) ((long) i * sorted.size() / regions)));
    }
    return keys;
  }

  /** How many rows have the key of an earlier one, and overwrite it. */
  static int overwritten(List<byte[]> rows) {
    Set<ByteBuffer> seen = new HashSet<>();
    return (int) rows.stream().filter(row -> !seen.add(ByteBuffer.wrap(row))).count();
  }

  /** Bytes of all keys. */
  static long bytes(List<byte[]> rows) {
    return rows.stream().mapToLong(row -> row.length).sum();
  }
}
