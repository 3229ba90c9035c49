package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;

/**
 * Certain columns are wanted, ascending; counts the versions of each.
 *
 * <p>As soon as a column has its versions, the stage sends the scan to the next one, and after the
 * last column to the next row. (With MIN_VERSIONS the version that completes them may be too old;
 * HBase shows it, so this stage does too.)
 */
final class ChosenColumns implements ColumnStage {
  private final byte[][] wanted;
  private final int maxVersions;
  private final int minVersions;
  private final Expiry expiry;

  private int index;
  private int versions;
  private boolean hasLast;
  private long lastTimestamp;

  ChosenColumns(byte[][] wanted, int maxVersions, int minVersions, Expiry expiry) {
    this.wanted = wanted;
    this.maxVersions = maxVersions;
    this.minVersions = minVersions;
    this.expiry = expiry;
  }

  @Override
  public void startRow() {
    index = 0;
    versions = 0;
    hasLast = false;
  }

  @Override
  public boolean done() {
    return index >= wanted.length;
  }

  @Override
  public Verdict checkColumn(Cell cell) {
    while (!done()) {
      int c = Qualifiers.compare(cell, wanted[index]);
      if (c == 0) {
        return Verdict.PASS;
      }
      hasLast = false;
      if (c < 0) {
        return Verdict.NEXT_COLUMN;
      }
      advance();
    }
    return Verdict.NEXT_ROW;
  }

  @Override
  public Verdict checkVersion(Cell cell) {
    long timestamp = cell.timestamp();
    if (hasLast && lastTimestamp == timestamp) {
      // An older write of the same version.
      return Verdict.SKIP;
    }
    versions++;
    if (versions >= maxVersions || (versions >= minVersions && expiry.isOld(timestamp))) {
      advance();
      return done() ? Verdict.INCLUDE_NEXT_ROW : Verdict.INCLUDE_NEXT_COLUMN;
    }
    hasLast = true;
    lastTimestamp = timestamp;
    return Verdict.INCLUDE;
  }

  @Override
  public void leaveColumn(Cell cell) {
    while (!done()) {
      int c = Qualifiers.compare(cell, wanted[index]);
      if (c < 0) {
        hasLast = false;
        return;
      }
      advance();
      if (c == 0) {
        return;
      }
    }
  }

  @Override
  public Verdict nextColumnOrRow(Cell cell) {
    leaveColumn(cell);
    return done() ? Verdict.NEXT_ROW : Verdict.NEXT_COLUMN;
  }

  @Override
  public byte[] nextWanted() {
    return done() ? null : wanted[index];
  }

  private void advance() {
    index++;
    versions = 0;
    hasLast = false;
  }
}
