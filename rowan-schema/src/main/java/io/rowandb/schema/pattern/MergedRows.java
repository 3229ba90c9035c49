package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of several ranges in one order: by what they have behind the bytes that the conditions
 * determine, such as the bucket of a salt. One scanner for each range is open.
 */
final class MergedRows implements RowSource {
  /** Each takes a lease and a buffer at the server. */
  private static final int MAX_SCANNERS = 1_024;

  // Fixed at construction.
  private final RowRead read;
  private final List<RowSource> all;

  /** The next row of each range that has one. */
  private final PriorityQueue<Head> heads = new PriorityQueue<>(this::compare);

  private boolean begun;

  private record Head(ScannedRow found, RowSource rest) {}

  private MergedRows(RowRead read, List<RowSource> all) {
    this.read = read;
    this.all = all;
  }

  static MergedRows open(RowRead read, Position after) throws IOException {
    List<KeySelection.Selected> ranges = read.selection().ranges();
    if (ranges.size() > MAX_SCANNERS) {
      throw new IllegalArgumentException(
          "the read has "
              + ranges.size()
              + " ranges of rows to be merged into one order, and at most "
              + MAX_SCANNERS
              + " scanners are opened for that");
    }
    List<RowSource> all = new ArrayList<>();
    MergedRows merged = new MergedRows(read, all);
    try {
      for (int i = 0; i < ranges.size(); i++) {
        KeyRange rows = ranges.get(i).keys();
        if (!after.isStart()) {
          byte[] row =
              Bytes.add(
                  Arrays.copyOf(rows.start(), ranges.get(i).prefixBytes()), merged.rest(after));
          rows = RangeRows.behind(read, rows, row, i > after.range());
        }
        if (!rows.isEmpty()) {
          all.add(RangeRows.open(read, i, rows));
        }
      }
    } catch (IOException | RuntimeException e) {
      merged.close();
      throw e;
    }
    return merged;
  }

  private byte[] rest(Position position) {
    return rest(position.range(), position.row());
  }

  private byte[] rest(int range, byte[] row) {
    return Arrays.copyOfRange(row, read.selection().ranges().get(range).prefixBytes(), row.length);
  }

  private int compare(Head a, Head b) {
    int prefixA = read.selection().ranges().get(a.found().range()).prefixBytes();
    int prefixB = read.selection().ranges().get(b.found().range()).prefixBytes();
    byte[] rowA = a.found().result().getRow();
    byte[] rowB = b.found().result().getRow();
    int order = Arrays.compareUnsigned(rowA, prefixA, rowA.length, rowB, prefixB, rowB.length);
    if (order == 0) {
      return Integer.compare(a.found().range(), b.found().range());
    }
    return read.reversed() ? -order : order;
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
