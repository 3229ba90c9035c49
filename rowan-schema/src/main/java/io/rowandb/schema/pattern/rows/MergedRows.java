package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.hadoop.hbase.client.Table;

/**
 * The rows of several ranges in one order ({@link RowOrder}). One scanner for each range is open.
 */
public final class MergedRows implements RowSource {
  /** Each takes a lease and a buffer at the server. */
  private static final int MAX_SCANNERS = 1_024;

  // Fixed at construction.
  private final RowOrder order;
  private final List<RowSource> all = new ArrayList<>();

  /** The next row of each range that has one. */
  private final PriorityQueue<Head> heads = new PriorityQueue<>(this::compare);

  private boolean begun;

  private record Head(ScannedRow found, RowSource rest) {}

  private MergedRows(RowOrder order) {
    this.order = order;
  }

  static MergedRows open(Table table, RowRead read, Stretch stretch) throws IOException {
    check(read.selection());
    MergedRows merged = new MergedRows(new RowOrder(read));
    try {
      for (int i = 0; i < read.selection().ranges().size(); i++) {
        KeyRange rows = merged.order.rows(i, stretch);
        if (!rows.isEmpty()) {
          merged.all.add(RangeRows.open(table, read, i, rows));
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      merged.close();
      throw e;
    }
    return merged;
  }

  /** Whether ranges are few enough. */
  public static boolean takes(KeySelection selection) {
    return selection.ranges().size() <= MAX_SCANNERS;
  }

  /** Refuses a read with too many ranges. */
  public static void check(KeySelection selection) {
    int ranges = selection.ranges().size();
    if (!takes(selection)) {
      throw new IllegalArgumentException(
          "the read has "
              + ranges
              + " ranges of rows to be merged into one order, and at most "
              + MAX_SCANNERS
              + " scanners are opened for that");
    }
  }

  private int compare(Head a, Head b) {
    return order.compare(a.found(), b.found());
  }

  @Override
  public boolean hasNext() {
    if (!begun) {
      begun = true;
      all.forEach(this::advance);
    }
    return !heads.isEmpty();
  }

  private void advance(RowSource rows) {
    if (rows.hasNext()) {
      heads.add(new Head(rows.next(), rows));
    }
  }

  @Override
  public ScannedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more rows");
    }
    Head head = heads.remove();
    advance(head.rest());
    return head.found();
  }

  @Override
  public void close() {
    all.forEach(RowSource::close);
  }
}
