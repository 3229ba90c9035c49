package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.rows.PointRows;
import io.rowandb.schema.pattern.rows.RowRead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Counts the rows of a read's ranges; one cell of each is sent, without its value. */
final class RowCount {
  /** Enough to tell a small read from a large one, and few enough for any table. */
  static final int MAX_ROWS = 1_000;

  /** Each range is a scanner of its own; rows whose keys are known are asked for in batches. */
  static final int MAX_RANGES = 1_000;

  /** Of some dozen bytes each. */
  private static final int ROWS_OF_A_CALL = 10_000;

  // Fixed at construction.
  private final Table table;
  private final RowRead read;

  RowCount(Table table, RowRead read) {
    this.table = table;
    this.read = read;
  }

  /** All of them, whatever the limit of the read. */
  long all() throws IOException {
    KeySelection selection = read.selection();
    if (selection.isPoints()) {
      return countPoints(selection.ranges().size(), Long.MAX_VALUE);
    }
    long counted = 0;
    for (KeySelection.Selected range : selection.ranges()) {
      counted += count(read.scan(range.keys()).setCaching(ROWS_OF_A_CALL));
    }
    return counted;
  }

  /** Up to a bound. */
  Explanation.Rows count() throws IOException {
    List<KeySelection.Selected> ranges = read.selection().ranges();
    if (!read.selection().isPoints()) {
      return countRanges(ranges);
    }
    long counted = countPoints(ranges.size(), MAX_ROWS);
    return new Explanation.Rows((int) Math.min(counted, MAX_ROWS), counted <= MAX_ROWS);
  }

  private Explanation.Rows countRanges(List<KeySelection.Selected> ranges) throws IOException {
    int counted = 0;
    for (KeySelection.Selected range : ranges.subList(0, Math.min(ranges.size(), MAX_RANGES))) {
      int limit = MAX_ROWS + 1 - counted;
      counted += (int) count(read.scan(range.keys()).setLimit(limit).setCaching(limit));
      if (counted > MAX_ROWS) {
        return new Explanation.Rows(MAX_ROWS, /* all= */ false);
      }
    }
    return new Explanation.Rows(counted, ranges.size() <= MAX_RANGES);
  }

  private long count(Scan scan) throws IOException {
    scan.setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    long counted = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      while (scanner.next() != null) {
        counted++;
      }
    }
    return counted;
  }

  private long countPoints(int count, long most) throws IOException {
    long counted = 0;
    for (int first = 0; first < count && counted <= most; first += PointRows.BATCH) {
      List<Get> gets = new ArrayList<>();
      for (int i = first; i < Math.min(count, first + PointRows.BATCH); i++) {
        gets.add(read.get(i));
      }
      for (boolean there : table.exists(gets)) {
        counted += there ? 1 : 0;
      }
    }
    return counted;
  }
}
