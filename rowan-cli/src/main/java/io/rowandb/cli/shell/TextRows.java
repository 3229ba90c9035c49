package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowFields;
import io.rowandb.cli.design.RowForms;
import io.rowandb.cli.design.RowText;
import io.rowandb.cli.terminal.DisplayText;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Prints rows for people. Cells are shown as in HBase's shell, one per line; the count of rows
 * comes at the end. Used by one thread.
 */
final class TextRows extends RowPrinter {
  private static final int NARROWEST = 20;
  private static final int WIDEST = 60;

  /** Asking flushes, so it is done once for so many rows. */
  private static final int ROWS_BETWEEN_LOOKS = 1_000;

  // Fixed at construction.
  private final PrintWriter out;
  private final String heading;
  private final boolean oneRow;
  private final ValueText values;

  private int width = NARROWEST;
  private long rows;
  private long others;

  /**
   * Prints nothing yet.
   *
   * @param oneRow whether only the cells of one row are printed, without its key
   */
  TextRows(PrintWriter out, RowForms forms, ValueText values, boolean oneRow) {
    super(forms);
    this.out = out;
    this.oneRow = oneRow;
    this.heading = forms.isEmpty() ? "COLUMN+CELL" : "FIELDS";
    this.values = values;
  }

  /** Once a first row is there, or it is known that there is none. */
  private void heading() {
    if (rows == 0 && oneRow) {
      line("COLUMN", "CELL");
    } else if (rows == 0) {
      line("ROW", heading);
    }
  }

  @Override
  boolean isUnread() {
    return rows % ROWS_BETWEEN_LOOKS == 0 && out.checkError();
  }

  @Override
  void print(RowFields row) {
    heading();
    RowText text = RowText.of(row);
    line(" " + text.key(), text.fields());
    rows++;
  }

  @Override
  void printCells(Result row, Optional<String> reason) {
    heading();
    for (Cell cell : row.rawCells()) {
      if (oneRow) {
        line(" " + column(cell), text(cell));
      } else {
        String key = Bytes.toStringBinary(CellUtil.cloneRow(cell));
        line(" " + key, "column=" + column(cell) + ", " + text(cell));
      }
    }
    if (reason.isPresent()) {
      line("", DisplayText.printable(reason.get()));
      others++;
    }
    rows++;
  }

  private String text(Cell cell) {
    String begin = "timestamp=" + time(cell.getTimestamp());
    return values.cut(
        CellUtil.isDelete(cell)
            ? begin + ", type=" + cell.getType()
            : begin + ", value=" + values.of(column(cell), CellUtil.cloneValue(cell)));
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

  @Override
  void end(boolean stopped) {
    heading();
    out.println(
        rows
            + " row(s)"
            + (others == 0 ? "" : ", " + others + " of them of no design")
            + (stopped ? ", stopped" : ""));
  }
}
