package io.rowandb.cli.demo;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * Counts the distinct row keys that a data set gives each of its tables. Keys that cannot repeat
 * are only counted; the others are remembered, so memory is bounded by the largest such table of a
 * data set (about 100 bytes per key). One thread.
 */
final class RowTally {
  private final Map<TableName, Set<ByteBuffer>> keys = new HashMap<>();
  private final Map<TableName, Long> counts = new HashMap<>();

  /** Counts rows for the tables of {@code set}. */
  RowTally(DataSet set) {
    for (TableLayout table : set.tables()) {
      if (table.keysRepeat()) {
        keys.put(table.name(), new HashSet<>());
      } else {
        counts.put(table.name(), 0L);
      }
    }
  }

  /** Counts a row, if it is new. */
  void add(TableName table, byte[] key) {
    Set<ByteBuffer> seen = keys.get(table);
    if (seen != null) {
      seen.add(ByteBuffer.wrap(key));
    } else {
      counts.merge(table, 1L, Long::sum);
    }
  }

  /** Rows of each table. */
  Map<TableName, Long> rows() {
    Map<TableName, Long> rows = new HashMap<>(counts);
    keys.forEach((table, seen) -> rows.put(table, (long) seen.size()));
    return rows;
  }
}
