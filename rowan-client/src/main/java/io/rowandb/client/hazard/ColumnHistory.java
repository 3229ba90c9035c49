package io.rowandb.client.hazard;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Everything stored about one column of one row, masked or not: its versions and the delete markers
 * that apply to it, family markers first. Immutable.
 */
final class ColumnHistory {
  private final List<Cell> cells;

  private ColumnHistory(List<Cell> cells) {
    this.cells = cells;
  }

  /** Reads the history of a column. */
  static ColumnHistory read(Region region, byte[] row, byte[] family, byte[] qualifier)
      throws IOException {
    ScanSpec spec =
        ScanSpec.builder()
            .startRow(row, true)
            .stopRow(row, true)
            .family(family, null)
            .maxVersions(Integer.MAX_VALUE)
            .raw(true)
            .filter(new OneColumnFilter(qualifier))
            .build();
    CellBatch found = new CellBatch();
    try (RegionScanner scanner = region.scan(spec)) {
      // One row, without limits: one call.
      scanner.next(found, Integer.MAX_VALUE, Long.MAX_VALUE);
    }
    List<Cell> cells = new ArrayList<>(found.size());
    for (int i = 0; i < found.size(); i++) {
      cells.add(found.get(i, new Cell()));
    }
    return new ColumnHistory(cells);
  }

  /** The version with this timestamp, or null. */
  Cell version(long timestamp) {
    for (Cell cell : cells) {
      if (cell.type() == CellType.PUT && cell.timestamp() == timestamp) {
        return cell;
      }
    }
    return null;
  }

  /** The version that was written last, or null. */
  Cell lastWritten() {
    Cell last = null;
    for (Cell cell : cells) {
      if (cell.type() == CellType.PUT && (last == null || cell.sequence() > last.sequence())) {
        last = cell;
      }
    }
    return last;
  }

  /** A marker that masks {@code put} though it was not written after it, or null. */
  Cell olderMarkerOver(Cell put) {
    for (Cell cell : cells) {
      if (cell.sequence() <= put.sequence() && masks(cell, put.timestamp())) {
        return cell;
      }
    }
    return null;
  }

  /** How many versions with a later timestamp than this one are not masked. */
  int newerThan(long timestamp) {
    int newer = 0;
    for (Cell cell : cells) {
      if (cell.type() == CellType.PUT && cell.timestamp() > timestamp && !isMasked(cell)) {
        newer++;
      }
    }
    return newer;
  }

  /** The version after the newest {@code kept} that are not masked, or null. */
  Cell versionBeyond(int kept) {
    int seen = 0;
    for (Cell cell : cells) {
      if (cell.type() == CellType.PUT && !isMasked(cell) && ++seen > kept) {
        return cell;
      }
    }
    return null;
  }

  /** Whether a version is among the newest {@code kept} that are not masked. */
  boolean shows(Cell version, int kept) {
    Cell same = version(version.timestamp());
    return same != null && !isMasked(same) && newerThan(version.timestamp()) < kept;
  }

  /** Whether two cells have the same value. */
  static boolean isSameValue(Cell a, Cell b) {
    return Arrays.equals(
        a.array(),
        a.valueOffset(),
        a.valueOffset() + a.valueLength(),
        b.array(),
        b.valueOffset(),
        b.valueOffset() + b.valueLength());
  }

  private boolean isMasked(Cell put) {
    for (Cell cell : cells) {
      if (masks(cell, put.timestamp())) {
        return true;
      }
    }
    return false;
  }

  private static boolean masks(Cell cell, long timestamp) {
    return switch (cell.type()) {
      case CellType.DELETE_FAMILY, CellType.DELETE_COLUMN -> timestamp <= cell.timestamp();
      case CellType.DELETE, CellType.DELETE_FAMILY_VERSION -> timestamp == cell.timestamp();
      default -> false;
    };
  }
}
