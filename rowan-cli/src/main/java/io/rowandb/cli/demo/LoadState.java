package io.rowandb.cli.demo;

import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/**
 * How far the loading of a data set is.
 *
 * @param source the files from which it is loaded, with their sizes
 * @param records records whose rows are stored
 * @param complete whether that is all of them
 * @param nanos time spent, over all runs
 * @param finishedMillis when it became complete; 0 before
 * @param rows rows that each table should hold; known once complete
 */
record LoadState(
    String source,
    long records,
    boolean complete,
    long nanos,
    long finishedMillis,
    Map<TableName, Long> rows) {
  /** Copies the map. */
  LoadState {
    rows = Map.copyOf(rows);
  }

  /** Nothing is loaded yet. */
  static LoadState none(String source) {
    return new LoadState(source, 0, false, 0, 0, Map.of());
  }

  /** As far as this after more work. */
  LoadState advanced(long newRecords, long newNanos) {
    return new LoadState(source, newRecords, false, newNanos, 0, Map.of());
  }

  /** All is loaded. */
  LoadState completed(long newNanos, long nowMillis, Map<TableName, Long> tableRows) {
    return new LoadState(source, records, true, newNanos, nowMillis, tableRows);
  }
}
