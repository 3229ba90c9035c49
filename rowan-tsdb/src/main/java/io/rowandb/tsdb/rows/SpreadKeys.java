package io.rowandb.tsdb.rows;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads keys from all parts of a table, whatever their layout. It looks for rows in the middle of
 * each gap between those that it knows, the gaps that it found first before those within them. So
 * the same rows give the same keys, and a table with few enough rows is read whole. Used by one
 * thread, once.
 */
final class SpreadKeys {
  private static final byte[] TABLE_END = new byte[0];

  /** Keys that nobody has looked at; no end means that of the table. */
  private record Gap(byte[] from, byte[] to) {
    boolean isEmpty() {
      return to.length > 0 && Arrays.compareUnsigned(from, to) >= 0;
    }

    /** What is before its middle; nothing if that is where it begins. */
    Optional<Gap> before(byte[] middle) {
      return Arrays.equals(from, middle) ? Optional.empty() : Optional.of(new Gap(from, middle));
    }

    /** In the middle by its number, as if a key were a fraction; the start if there is no other. */
    byte[] middle() {
      int length = Math.max(from.length, to.length) + 1;
      BigInteger low = new BigInteger(1, Arrays.copyOf(from, length));
      BigInteger high =
          to.length == 0
              ? BigInteger.ONE.shiftLeft(Byte.SIZE * length)
              : new BigInteger(1, Arrays.copyOf(to, length));
      return low.equals(high) ? from : key(low.add(high).shiftRight(1), length);
    }

    private static byte[] key(BigInteger number, int length) {
      byte[] digits = number.toByteArray(); // with a sign before them, or without zeros
      byte[] key = new byte[length];
      int count = Math.min(digits.length, length);
      System.arraycopy(digits, digits.length - count, key, length - count, count);
      return key;
    }
  }

  // Fixed at construction.
  private final Table table;
  private final int rowsAtAPlace;
  private final RowKeys.Taker taker;

  private final Queue<Gap> gaps = new ArrayDeque<>();

  /**
   * Of a table.
   *
   * @param rowsAtAPlace the most that are read before it goes on elsewhere, from 1
   * @param taker of the keys, each once, in no order
   */
  SpreadKeys(Table table, int rowsAtAPlace, RowKeys.Taker taker) {
    this.table = table;
    this.rowsAtAPlace = rowsAtAPlace;
    this.taker = taker;
  }

  /** Reads until all are read, or the taker wants no more. At most two scans find one place. */
  void read() throws IOException {
    gaps.add(new Gap(new byte[0], TABLE_END));
    boolean more = true;
    while (more && !gaps.isEmpty()) {
      more = take(look(gaps.remove()));
    }
  }

  private boolean take(List<byte[]> rows) throws IOException {
    boolean more = true;
    for (int i = 0; more && i < rows.size(); i++) {
      more = taker.take(rows.get(i));
    }
    return more;
  }

  private List<byte[]> look(Gap gap) throws IOException {
    byte[] middle = gap.middle();
    Optional<Gap> lower = gap.before(middle);
    List<byte[]> found = rows(new Scan().withStartRow(middle).withStopRow(gap.to));
    if (!found.isEmpty()) {
      lower.ifPresent(gaps::add);
      if (found.size() == rowsAtAPlace) {
        add(new Gap(behind(found.get(found.size() - 1)), gap.to));
      }
      return found;
    }
    return lower.isPresent() ? lookBack(lower.get()) : found;
  }

  /** At the last rows of a gap: behind them is nothing. */
  private List<byte[]> lookBack(Gap gap) throws IOException {
    List<byte[]> found =
        rows(new Scan().setReversed(true).withStartRow(gap.to, false).withStopRow(gap.from, true));
    if (found.size() == rowsAtAPlace) {
      add(new Gap(gap.from, found.get(found.size() - 1)));
    }
    return found;
  }

  private void add(Gap gap) {
    if (!gap.isEmpty()) {
      gaps.add(gap);
    }
  }

  private static byte[] behind(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }

  private List<byte[]> rows(Scan scan) throws IOException {
    List<byte[]> rows = new ArrayList<>();
    RowKeys.forEach(table, scan.setLimit(rowsAtAPlace), rows::add);
    return rows;
  }
}
