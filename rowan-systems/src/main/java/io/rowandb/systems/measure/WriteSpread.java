package io.rowandb.systems.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;

/**
 * How evenly a design's writes go over regions. To treat all designs alike, each table is thought
 * to be split into {@link #REGIONS} regions of as many rows, as the writes so far would have split
 * it; then the newest writes are counted in them.
 *
 * <p>It keeps up to 32,768 rows: of more writes each second, each fourth and so on, and of a long
 * row its first 256 bytes. The same writes give the same figure. Used by one thread.
 */
public final class WriteSpread {
  /** Into how many regions each table is thought to be split. */
  public static final int REGIONS = 16;

  /** The newest writes are one part of so many. */
  private static final int PARTS = 20;

  private static final int MOST_ROWS = 32_768;
  private static final int LONGEST_ROW = 256;

  private final List<TableName> tables = new ArrayList<>();
  private final List<byte[]> rows = new ArrayList<>();
  private long writes;
  private long step = 1;

  /** Takes a write that is made now. */
  public void add(TableName table, byte[] row) {
    if (writes++ % step == 0) {
      tables.add(table);
      rows.add(Arrays.copyOf(row, Math.min(row.length, LONGEST_ROW)));
    }
    if (rows.size() > MOST_ROWS) {
      keepEachSecond(tables);
      keepEachSecond(rows);
      step *= 2;
    }
  }

  private static <T> void keepEachSecond(List<T> list) {
    int kept = 0;
    for (int i = 0; i < list.size(); i += 2) {
      list.set(kept++, list.get(i));
    }
    list.subList(kept, list.size()).clear();
  }

  /** How many writes there were. */
  public long writes() {
    return writes;
  }

  /**
   * The part of the newest writes that the busiest region of all tables took, from 0 to 1; 0 when
   * nothing was written.
   */
  public double busiestShare() {
    if (rows.isEmpty()) {
      return 0;
    }
    int first = rows.size() - Math.max(1, rows.size() / PARTS);
    Map<TableName, List<byte[]>> splits = splits(first);
    Map<TableName, long[]> counts = new HashMap<>();
    long most = 0;
    for (int i = first; i < rows.size(); i++) {
      List<byte[]> of = splits.getOrDefault(tables.get(i), List.of());
      long[] regions = counts.computeIfAbsent(tables.get(i), table -> new long[REGIONS]);
      most = Math.max(most, ++regions[region(of, rows.get(i))]);
    }
    return (double) most / (rows.size() - first);
  }

  private Map<TableName, List<byte[]>> splits(int end) {
    Map<TableName, NavigableSet<byte[]>> written = new HashMap<>();
    for (int i = 0; i < end; i++) {
      written
          .computeIfAbsent(tables.get(i), table -> new TreeSet<>(Arrays::compareUnsigned))
          .add(rows.get(i));
    }
    Map<TableName, List<byte[]>> splits = new HashMap<>();
    written.forEach((table, sorted) -> splits.put(table, splits(List.copyOf(sorted))));
    return splits;
  }

  /** Fewer when there are fewer rows than regions. */
  private static List<byte[]> splits(List<byte[]> sorted) {
    NavigableSet<Integer> places = new TreeSet<>();
    for (int i = 1; i < REGIONS; i++) {
      places.add(i * sorted.size() / REGIONS);
    }
    return places.tailSet(1).stream().map(sorted::get).toList();
  }

  static int region(List<byte[]> splits, byte[] row) {
    return (int) splits.stream().filter(split -> Arrays.compareUnsigned(split, row) <= 0).count();
  }
}
