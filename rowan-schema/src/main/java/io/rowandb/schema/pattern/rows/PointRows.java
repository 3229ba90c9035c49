package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** Reads rows whose keys are known, many per call. */
public final class PointRows implements RowSource {
  /** Rows of one call; each may be some kilobytes. */
  public static final int BATCH = 200;

  // Fixed at construction.
  private final Table table;
  private final RowRead read;

  private final Deque<ScannedRow> found = new ArrayDeque<>();
  private int nextRange;

  /** Those behind a range. */
  PointRows(Table table, RowRead read, int lastRange) {
    this.table = table;
    this.read = read;
    nextRange = lastRange + 1;
  }

  @Override
  public boolean hasNext() {
    while (found.isEmpty() && nextRange < read.selection().ranges().size()) {
      try {
        fetch();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return !found.isEmpty();
  }

  private void fetch() throws IOException {
    List<KeySelection.Selected> ranges = read.selection().ranges();
    int first = nextRange;
    long wanted = Math.min(BATCH, read.limit());
    List<Get> gets = new ArrayList<>();
    while (nextRange < ranges.size() && gets.size() < wanted) {
      gets.add(read.get(nextRange));
      nextRange++;
    }
    Result[] rows = table.get(gets);
    for (int i = 0; i < rows.length; i++) {
      if (!rows[i].isEmpty()) {
        found.add(new ScannedRow(rows[i], first + i));
      }
    }
  }

  @Override
  public ScannedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more rows");
    }
    return found.remove();
  }

  @Override
  public void close() {
    found.clear();
  }
}
