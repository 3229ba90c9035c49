package io.rowandb.bench.workload;

import io.rowandb.bench.peer.RowVisitor;

/**
 * Checks the rows that a store shows: the key must be one of the benchmark's, scans must ascend,
 * and the value must be its row's. Gets compare whole values; scans compare the length and
 * beginning of each value and every thousandth completely, so that the check does not dominate the
 * scan. Used by one thread.
 */
final class ValueCheck implements RowVisitor {
  private static final int WHOLE_EVERY = 1_000;

  private final boolean scanning;
  private final byte[] scratch = new byte[Rows.VALUE_BYTES];
  private long expected;
  private long previousHash;
  private long seen;

  private ValueCheck(boolean scanning) {
    this.scanning = scanning;
  }

  static ValueCheck ofGets() {
    return new ValueCheck(false);
  }

  static ValueCheck ofScans() {
    return new ValueCheck(true);
  }

  /** The next get asks for this row. */
  void expect(long index) {
    expected = index;
  }

  /** The next row begins a scan. */
  void scanStarts() {
    previousHash = Long.MIN_VALUE;
  }

  /** How many cells were checked. */
  long seen() {
    return seen;
  }

  @Override
  public void cell(
      byte[] keyArray,
      int keyOffset,
      int keyLength,
      byte[] valueArray,
      int valueOffset,
      int valueLength) {
    long index = Rows.indexOf(keyArray, keyOffset, keyLength);
    boolean whole = !scanning || seen % WHOLE_EVERY == 0;
    boolean right =
        whole
            ? Rows.isValue(index, valueArray, valueOffset, valueLength, scratch)
            : Rows.startsLikeValue(index, valueArray, valueOffset, valueLength);
    if (!right) {
      throw new IllegalStateException("row " + index + " has a wrong value");
    }
    if (scanning) {
      checkOrder(Rows.order(keyArray, keyOffset));
    } else if (index != expected) {
      throw new IllegalStateException("got row " + index + " instead of row " + expected);
    }
    seen++;
  }

  private void checkOrder(long order) {
    if (order < previousHash) {
      throw new IllegalStateException("rows of a scan do not ascend");
    }
    previousHash = order;
  }
}
