package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import java.io.IOException;

/**
 * Decides about the cells of a scan: HBase's {@code Filter} protocol without HBase's classes.
 * Methods are called in HBase's order: {@link #filterAllRemaining} before every row and cell;
 * {@link #filterRowKey} once a row; {@link #filterCell} for each cell that deletes, time range and
 * columns let through, and {@link #transform} for each it includes; at the end of a row {@link
 * #filterRowCells} (only if {@link #hasFilterRow}) and {@link #filterRow}; then {@link #reset}. A
 * filter belongs to one scan over one region and keeps state. Cells given to it stay readable (see
 * {@link Cell}) only as byte ranges, not as the view passed in.
 */
public interface RowFilter {
  /** What to do with a cell and where to go next. */
  enum Code {
    /** Keep the cell, go to the next. */
    INCLUDE,
    /** Keep the cell, go to the next column. */
    INCLUDE_AND_NEXT_COL,
    /** Keep the cell, go to the next row. */
    INCLUDE_AND_SEEK_NEXT_ROW,
    /** Drop the cell, go to the next. */
    SKIP,
    /** Drop the cell, go to the next column. */
    NEXT_COL,
    /** Drop the cell, go to the next row (of this family). */
    NEXT_ROW,
    /** Drop the cell, go to {@link RowFilter#nextCellHint}. */
    SEEK_NEXT_USING_HINT
  }

  /** The scan leaves a row. */
  void reset() throws IOException;

  /** Whether nothing more can pass: the scan ends. */
  boolean filterAllRemaining() throws IOException;

  /** Whether the row of {@code firstCell} is dropped. */
  boolean filterRowKey(Cell firstCell) throws IOException;

  /** The verdict on one cell. */
  Code filterCell(Cell cell) throws IOException;

  /** Appends what is to be returned in place of an included cell; often the cell itself. */
  void transform(Cell cell, CellBatch out) throws IOException;

  /** Whether {@link #filterRowCells} and {@link #filterRow} want to see whole rows. */
  boolean hasFilterRow();

  /** May change the cells of a row, those from {@code from} on in {@code cells}. */
  void filterRowCells(CellBatch cells, int from) throws IOException;

  /** Whether the row just read is dropped. */
  boolean filterRow() throws IOException;

  /**
   * Where to go after {@link Code#SEEK_NEXT_USING_HINT}, or null for the next cell. For a reversed
   * scan a hint lies at or before the present row.
   */
  Cell nextCellHint(Cell current) throws IOException;

  /** Whether rows must be judged with the cells of this family; others are read only on a pass. */
  boolean isFamilyEssential(byte[] family) throws IOException;
}
