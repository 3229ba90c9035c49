package io.rowandb.client.quota;

/**
 * What a request uses up of its quotas.
 *
 * @param writes changed rows
 * @param writeBytes bytes of their cells
 * @param reads read rows, or scans
 * @param readBytes bytes of the cells that were returned
 */
record Cost(long writes, long writeBytes, long reads, long readBytes) {
  /** HBase's guess of the bytes of a change or a read row, before it is known. */
  private static final long ROW_BYTES = 100;

  /** HBase's guess of the bytes of a scan's answer. */
  private static final long SCAN_BYTES = 1000;

  /** The guess for rows. */
  static Cost ofRows(long writes, long reads) {
    return new Cost(writes, writes * ROW_BYTES, reads, reads * ROW_BYTES);
  }

  /** The guess for a scan. */
  static Cost ofScan() {
    return new Cost(0, 0, 1, SCAN_BYTES);
  }

  /** What true bytes cost more than this guess did, or less. */
  Cost correction(long trueWriteBytes, long trueReadBytes) {
    return new Cost(0, trueWriteBytes - writeBytes, 0, trueReadBytes - readBytes);
  }
}
