package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowForms;
import io.rowandb.cli.design.RowText;
import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.RowPart;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Prints rows as they come: as records where a design reads them, and else as HBase's shell does,
 * one line a cell. Used by one thread.
 */
final class RowPrinter {
  private static final int NARROWEST = 20;
  private static final int WIDEST = 60;

  /** Asking flushes, so it is done once for so many rows. */
  private static final int ROWS_BETWEEN_LOOKS = 1_000;

  // Fixed at construction.
  private final PrintWriter out;
  private final RowForms forms;
  private final ValueText values;

  private int width = NARROWEST;
  private long rows;
  private long others;

  /**
   * Prints nothing yet.
   *
   * @param forms empty for cells
   * @param values how those of cells are shown
   */
  RowPrinter(PrintWriter out, RowForms forms, ValueText values) {
    this.out = out;
    this.forms = forms;
    this.values = values;
  }

  /** Once a first row is there, or it is known that there is none. */
  private void heading() {
    if (rows == 0) {
      line("ROW", forms.isEmpty() ? "COLUMN+CELL" : "FIELDS");
    }
  }

  /** Whether nobody reads what is printed, as when a pipe to {@code head} has ended. */
  boolean isUnread() {
    return rows % ROWS_BETWEEN_LOOKS == 0 && out.checkError();
  }

  /**
   * A row, which has cells.
   *
   * @param part what was read of it
   */
  void print(Result row, RowPart part) {
    heading();
    if (forms.isEmpty()) {
      printCells(row);
    } else {
      RowText text;
      try {
        text = forms.text(row, part);
      } catch (IllegalArgumentException e) {
        others++;
        printCells(row);
        line("", DisplayText.printable(e.getMessage()));
        rows++;
        return;
      }
      line(" " + text.key(), text.fields());
    }
    rows++;
  }

  /** A record. */
  void print(RowText text) {
    heading();
    line(" " + text.key(), text.fields());
    rows++;
  }

  private void printCells(Result row) {
    for (Cell cell : row.rawCells()) {
      line(" " + Bytes.toStringBinary(CellUtil.cloneRow(cell)), text(cell));
    }
  }

  private String text(Cell cell) {
    Column column = new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
    String begin = "column=" + column + ", timestamp=" + time(cell.getTimestamp());
    return CellUtil.isDelete(cell)
        ? begin + ", type=" + cell.getType()
        : begin + ", value=" + values.of(column, CellUtil.cloneValue(cell));
  }

  /** As HBase's shell has it since version 2. */
  private static String time(long timestamp) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(timestamp), ZoneId.systemDefault())
        .toString();
  }

  private void line(String key, String rest) {
    width = Math.min(WIDEST, Math.max(width, DisplayText.width(key)));
    out.println((DisplayText.padRight(key, width) + "  " + rest).stripTrailing());
  }

  /** The count of rows. */
  void end(boolean stopped) {
    heading();
    out.println(
        rows
            + " row(s)"
            + (others == 0 ? "" : ", " + others + " of them of no design")
            + (stopped ? ", stopped" : ""));
  }
}
