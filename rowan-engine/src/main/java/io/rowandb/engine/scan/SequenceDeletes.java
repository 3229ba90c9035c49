package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;

/**
 * Handles delete markers that mask only what was written before them (NEW_VERSION_BEHAVIOR), and
 * also versions beyond the family's VERSIONS: which versions are in excess depends on what was
 * there when each marker came, so the two cannot be separated.
 *
 * <p>A column's history is cut into epochs by the markers that mask a range of versions (of the
 * column or the family), by sequence id. A put takes part in the epoch in which it was written and
 * in all later ones, until a marker masks it or newer versions displace it.
 *
 * <p>Three peculiarities of HBase are kept. A later range marker of the same sequence id replaces
 * the earlier one. Puts of one sequence id count as one version. With the empty qualifier the
 * family's markers are considered only if the first cell of the row is a column marker, because
 * only a change of the qualifier begins a column.
 */
final class SequenceDeletes implements DeleteStage {
  private static final long NOT_DUPLICATE = Long.MAX_VALUE;

  private final int maxVersions;
  private final Epochs family;
  private final Epochs column;

  // The cell before.
  private final RememberedBytes qualifier = new RememberedBytes();
  private boolean sawCell;
  private long lastTimestamp;
  private long lastSequence;
  private int lastType;

  /** How often a column has begun; only whether it changes means something. */
  private int columnsBegun;

  SequenceDeletes(int maxVersions) {
    this.maxVersions = maxVersions;
    this.family = new Epochs();
    this.column = new Epochs();
  }

  @Override
  public void startRow() {
    family.clear();
    column.clear();
    family.put(Epochs.OPEN, Long.MIN_VALUE);
    qualifier.clear();
    sawCell = false;
    lastType = 0;
  }

  @Override
  public void add(Cell marker) {
    enter(marker);
    switch (marker.type()) {
      case CellType.DELETE_FAMILY -> family.put(marker.sequence(), marker.timestamp());
      case CellType.DELETE_FAMILY_VERSION ->
          family.atOrAfter(marker.sequence()).addVersionMarker(marker);
      case CellType.DELETE_COLUMN -> column.put(marker.sequence(), marker.timestamp());
      default -> {
        if (column.isEmpty()) {
          column.copyFrom(family);
        }
        column.atOrAfter(marker.sequence()).addVersionMarker(marker);
      }
    }
  }

  @Override
  public Masking maskingOf(Cell put) {
    long duplicateOf = enter(put);
    for (int i = column.indexAtOrAfter(put.sequence()); i < column.size(); i++) {
      Epoch epoch = column.get(i);
      long maskedBy = epoch.versionMarkerFor(put);
      if (!epoch.count(put.sequence(), Math.min(duplicateOf, maskedBy), maxVersions)
          || maskedBy != Epochs.OPEN
          || put.timestamp() <= epoch.timestamp()) {
        return Masking.VERSION;
      }
    }
    return duplicateOf == NOT_DUPLICATE ? Masking.NONE : Masking.VERSION;
  }

  /** Changes whenever a column begins: with a put, or with a marker that is remembered. */
  int columnsBegun() {
    return columnsBegun;
  }

  /**
   * Begins a column when the qualifier changes.
   *
   * @return the sequence id of the put before, when this one has its timestamp, or NOT_DUPLICATE
   */
  private long enter(Cell cell) {
    if (beginsColumn(cell)) {
      columnsBegun++;
      column.copyFrom(family);
    } else if (lastType == CellType.PUT
        && cell.type() == CellType.PUT
        && lastTimestamp == cell.timestamp()) {
      return lastSequence;
    }
    sawCell = true;
    qualifier.setQualifier(cell);
    lastTimestamp = cell.timestamp();
    lastSequence = cell.sequence();
    lastType = cell.type();
    return NOT_DUPLICATE;
  }

  private boolean beginsColumn(Cell cell) {
    if (sawCell) {
      return !qualifier.isQualifierOf(cell);
    }
    return cell.qualifierLength() > 0
        || cell.type() == CellType.DELETE_COLUMN
        || cell.type() == CellType.DELETE;
  }
}
