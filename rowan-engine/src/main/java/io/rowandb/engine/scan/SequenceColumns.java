package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;

/**
 * The columns of a family with NEW_VERSION_BEHAVIOR: {@link SequenceDeletes} has already dropped
 * versions beyond VERSIONS. What remains is to judge columns, age, and the number of versions the
 * scan wants (before its filter, unlike elsewhere).
 */
final class SequenceColumns implements ColumnStage {
  /** Null when all are wanted. */
  private final byte[][] wanted;

  private final int resultVersions;
  private final int minVersions;
  private final Expiry expiry;

  /** Knows where a column begins. */
  private final SequenceDeletes deletes;

  /** The column that is counted, by the number of its beginning. */
  private int column;

  private int index;
  private int versions;

  SequenceColumns(
      byte[][] wanted,
      int resultVersions,
      int minVersions,
      Expiry expiry,
      SequenceDeletes deletes) {
    this.wanted = wanted;
    this.resultVersions = resultVersions;
    this.minVersions = minVersions;
    this.expiry = expiry;
    this.deletes = deletes;
  }

  @Override
  public void startRow() {
    column = deletes.columnsBegun();
    index = 0;
    versions = 0;
  }

  @Override
  public boolean done() {
    return wanted != null && index >= wanted.length;
  }

  @Override
  public Verdict checkColumn(Cell cell) {
    if (wanted == null) {
      return Verdict.PASS;
    }
    for (; index < wanted.length; index++) {
      int c = Qualifiers.compare(cell, wanted[index]);
      if (c <= 0) {
        return c == 0 ? Verdict.PASS : Verdict.NEXT_COLUMN;
      }
    }
    return Verdict.NEXT_ROW;
  }

  @Override
  public Verdict checkVersion(Cell cell) {
    // A marker that a compaction keeps is not remembered and begins no column, yet it takes a place
    // among the versions of the column before: an oddity of HBase's that decides what it keeps.
    if (column != deletes.columnsBegun()) {
      column = deletes.columnsBegun();
      versions = 0;
    }
    versions++;
    if (expiry.isOld(cell.timestamp()) && versions >= minVersions) {
      return versions == minVersions ? Verdict.INCLUDE_NEXT_COLUMN : Verdict.NEXT_COLUMN;
    }
    if (versions >= resultVersions) {
      return versions == resultVersions ? Verdict.INCLUDE_NEXT_COLUMN : Verdict.NEXT_COLUMN;
    }
    return Verdict.INCLUDE;
  }

  @Override
  public void leaveColumn(Cell cell) {
    // checkColumn finds the next one by its qualifier.
  }

  @Override
  public Verdict nextColumnOrRow(Cell cell) {
    return Verdict.NEXT_COLUMN;
  }

  @Override
  public byte[] nextWanted() {
    return wanted == null || done() ? null : wanted[index];
  }
}
