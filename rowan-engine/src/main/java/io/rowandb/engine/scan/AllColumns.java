package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;

/** Every column is wanted; counts the versions of each. Delete markers do not count. */
final class AllColumns implements ColumnStage {
  private final int maxVersions;
  private final int minVersions;
  private final Expiry expiry;

  // The column the scan is in, and the cell of it that was let through last.
  private final RememberedBytes column = new RememberedBytes();
  private int versions;
  private boolean hasLast;
  private long lastTimestamp;
  private int lastType;

  AllColumns(int maxVersions, int minVersions, Expiry expiry) {
    this.maxVersions = maxVersions;
    this.minVersions = minVersions;
    this.expiry = expiry;
  }

  @Override
  public void startRow() {
    column.clear();
  }

  @Override
  public boolean done() {
    return false;
  }

  @Override
  public Verdict checkColumn(Cell cell) {
    return Verdict.PASS;
  }

  @Override
  public Verdict checkVersion(Cell cell) {
    if (!column.isQualifierOf(cell)) {
      column.setQualifier(cell);
      versions = 0;
      hasLast = false;
    } else if (hasLast && lastTimestamp == cell.timestamp() && lastType == cell.type()) {
      // An older write of the same version.
      return Verdict.SKIP;
    }
    if (!CellType.isDelete(cell.type())) {
      versions++;
    }
    if (versions > maxVersions || (versions > minVersions && expiry.isOld(cell.timestamp()))) {
      return Verdict.NEXT_COLUMN;
    }
    hasLast = true;
    lastTimestamp = cell.timestamp();
    lastType = cell.type();
    return Verdict.INCLUDE;
  }

  @Override
  public void leaveColumn(Cell cell) {
    // The next column is known by its qualifier.
  }

  @Override
  public Verdict nextColumnOrRow(Cell cell) {
    return Verdict.NEXT_COLUMN;
  }

  @Override
  public byte[] nextWanted() {
    return null;
  }
}
