package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import java.io.IOException;
import java.util.Arrays;

/** Where a scan begins and ends inside one region, in its direction. */
final class RowBounds {
  /** After every cell there can be; made once, it is as long as the longest row. */
  private static final class AfterAll {
    static final Cell KEY = CellCodec.lastOnRow(greatestRow());

    private static byte[] greatestRow() {
      byte[] row = new byte[Cell.MAX_ROW_BYTES];
      Arrays.fill(row, (byte) 0xff);
      return row;
    }
  }

  private final boolean reversed;

  /** Null: a reversed scan without a start. */
  private final Cell startKey;

  private final byte[] stopRow;
  private final boolean includeStop;

  private RowBounds(boolean reversed, Cell startKey, byte[] stopRow, boolean includeStop) {
    this.reversed = reversed;
    this.startKey = startKey;
    this.stopRow = stopRow;
    this.includeStop = includeStop;
  }

  /** The part of {@code spec}'s rows in [{@code rangeStart}, {@code rangeEnd}). */
  static RowBounds of(ScanSpec spec, byte[] rangeStart, byte[] rangeEnd) {
    return spec.reversed()
        ? backward(spec, rangeStart, rangeEnd)
        : forward(spec, rangeStart, rangeEnd);
  }

  /** Moves a family to the first row that may belong to the scan. */
  void start(FamilyScanner family) throws IOException {
    if (startKey == null) {
      family.startAtLastRow(AfterAll.KEY);
    } else {
      family.start(startKey);
    }
  }

  /** Whether the row of {@code cell} lies behind the last row of the scan. */
  boolean isPast(Cell cell) {
    if (stopRow.length == 0) {
      return false;
    }
    int c = CellOrder.compareRow(cell, stopRow);
    return c == 0 ? !includeStop : c > 0 != reversed;
  }

  private static RowBounds forward(ScanSpec spec, byte[] rangeStart, byte[] rangeEnd) {
    boolean fromRange = Arrays.compareUnsigned(spec.startRow(), rangeStart) < 0;
    Cell start =
        fromRange
            ? CellCodec.firstOnRow(rangeStart)
            : startKey(spec.startRow(), spec.includeStart());
    boolean toRange =
        rangeEnd.length > 0
            && (spec.stopRow().length == 0
                || Arrays.compareUnsigned(spec.stopRow(), rangeEnd) >= 0);
    return toRange
        ? new RowBounds(false, start, rangeEnd, false)
        : new RowBounds(false, start, spec.stopRow(), spec.includeStop());
  }

  private static RowBounds backward(ScanSpec spec, byte[] rangeStart, byte[] rangeEnd) {
    boolean fromRange =
        spec.startRow().length == 0
            || (rangeEnd.length > 0 && Arrays.compareUnsigned(spec.startRow(), rangeEnd) >= 0);
    Cell start;
    if (fromRange) {
      start = rangeEnd.length == 0 ? null : startKey(rangeEnd, false);
    } else {
      start = startKey(spec.startRow(), spec.includeStart());
    }
    boolean toRange = Arrays.compareUnsigned(spec.stopRow(), rangeStart) < 0;
    return toRange
        ? new RowBounds(true, start, rangeStart, true)
        : new RowBounds(true, start, spec.stopRow(), spec.includeStop());
  }

  /**
   * Before the row, or behind it. A reversed scan that looks for the first cell behind the row's
   * end does not find it in that row, and turns to the row before.
   */
  private static Cell startKey(byte[] row, boolean inclusive) {
    return inclusive ? CellCodec.firstOnRow(row) : CellCodec.lastOnRow(row);
  }
}
