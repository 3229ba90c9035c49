package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import java.util.Arrays;

/**
 * Delete markers that mask by timestamp, no matter when the put was written: HBase's classic rule.
 *
 * <p>It relies on the order of cells in a row: family markers come first (with an empty qualifier);
 * a column's markers are among its puts, newest first, a marker before the puts of its timestamp.
 * So only one column marker needs to be remembered at a time, the widest so far.
 */
final class TimestampDeletes implements DeleteStage {
  private static final long NO_FAMILY_MARKER = Long.MIN_VALUE;

  /** Everything of the family at or before this time is masked. */
  private long familyTimestamp = NO_FAMILY_MARKER;

  /** Times masked in all columns, descending. */
  private long[] familyVersions = new long[4];

  private int familyVersionCount;

  /** The column marker in force. */
  private final RememberedBytes column = new RememberedBytes();

  private int columnType;
  private long columnTimestamp;

  @Override
  public void startRow() {
    familyTimestamp = NO_FAMILY_MARKER;
    familyVersionCount = 0;
    column.clear();
  }

  @Override
  public void add(Cell marker) {
    long timestamp = marker.timestamp();
    if (familyTimestamp != NO_FAMILY_MARKER && timestamp <= familyTimestamp) {
      return;
    }
    int type = marker.type();
    if (type == CellType.DELETE_FAMILY) {
      familyTimestamp = timestamp;
    } else if (type == CellType.DELETE_FAMILY_VERSION) {
      addFamilyVersion(timestamp);
    } else if (!column.isQualifierOf(marker) || type >= columnType) {
      column.setQualifier(marker);
      columnType = type;
      columnTimestamp = timestamp;
    }
  }

  @Override
  public Masking maskingOf(Cell put) {
    long timestamp = put.timestamp();
    if (familyTimestamp != NO_FAMILY_MARKER && timestamp <= familyTimestamp) {
      return Masking.REST_OF_COLUMN;
    }
    if (familyVersionCount > 0 && hasFamilyVersion(timestamp)) {
      return Masking.VERSION;
    }
    return column.isSet() ? columnMaskingOf(put, timestamp) : Masking.NONE;
  }

  private Masking columnMaskingOf(Cell put, long timestamp) {
    if (column.isQualifierOf(put)) {
      if (columnType == CellType.DELETE_COLUMN) {
        return Masking.REST_OF_COLUMN;
      }
      if (timestamp == columnTimestamp) {
        return Masking.VERSION;
      }
    }
    // Past the column, or past the one version that the marker masks.
    column.clear();
    return Masking.NONE;
  }

  private void addFamilyVersion(long timestamp) {
    if (familyVersionCount == familyVersions.length) {
      familyVersions = Arrays.copyOf(familyVersions, 2 * familyVersionCount);
    }
    familyVersions[familyVersionCount++] = timestamp;
  }

  private boolean hasFamilyVersion(long timestamp) {
    int low = 0;
    int high = familyVersionCount - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (familyVersions[middle] == timestamp) {
        return true;
      }
      if (familyVersions[middle] > timestamp) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }
}
