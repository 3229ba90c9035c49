package io.rowandb.schema.join;

/**
 * The estimated cost of a join: the rows that it scans and the rows that it gets by key.
 *
 * @param scannedRows rows of scans
 * @param scanCalls calls that fetch them
 * @param gotRows the maximum number of rows got by key: left records may share one
 * @param getCalls calls that fetch those
 * @param atLeast whether the figures are lower bounds, because a side was not counted to its end
 */
public record JoinCost(
    long scannedRows, long scanCalls, long gotRows, long getCalls, boolean atLeast) {
  /** Rows of a call of a scan: HBase fills 2 MB, and a row of 2 KB is a large one. */
  static final long ROWS_OF_SCAN_CALL = 1_000;

  /**
   * Rows of a scan that cost as much as one got by its key. Measured with 20,000 rows of 100 bytes
   * in memory, got in random order, 200 rows a call: 5 on the embedded store, 10 on HBase on one
   * machine. It is more where rows come from a disk.
   */
  static final long SCANNED_ROWS_OF_A_GET = 10;

  static JoinCost ofLookup(SideRows left, int batchRows) {
    return new JoinCost(
        left.rows(),
        calls(left.rows(), ROWS_OF_SCAN_CALL),
        left.rows(),
        calls(left.rows(), batchRows),
        left.more());
  }

  static JoinCost ofHash(SideRows left, SideRows right) {
    return new JoinCost(
        left.rows() + right.rows(),
        calls(left.rows(), ROWS_OF_SCAN_CALL) + calls(right.rows(), ROWS_OF_SCAN_CALL),
        0,
        0,
        left.more() || right.more());
  }

  private static long calls(long rows, long rowsOfCall) {
    return Math.max(1, (rows + rowsOfCall - 1) / rowsOfCall);
  }

  /** All of it in rows of a scan. */
  public long inScannedRows() {
    return scannedRows + gotRows * SCANNED_ROWS_OF_A_GET;
  }

  @Override
  public String toString() {
    String least = atLeast ? "at least " : "";
    String scans = least + scannedRows + " rows of scans in " + inCalls(scanCalls);
    return gotRows == 0 && getCalls == 0
        ? scans
        : scans
            + ", "
            + least
            + gotRows
            + " rows by key in "
            + inCalls(getCalls)
            + "; as much as "
            + inScannedRows()
            + " rows of scans";
  }

  private static String inCalls(long calls) {
    return calls + (calls == 1 ? " call" : " calls");
  }
}
