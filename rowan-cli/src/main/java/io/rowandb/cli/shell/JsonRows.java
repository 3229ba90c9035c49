package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowFields;
import io.rowandb.cli.design.RowForms;
import io.rowandb.cli.design.RowJson;
import io.rowandb.cli.terminal.JsonText;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/** Prints rows for programs, one object per line and nothing else. Used by one thread. */
final class JsonRows extends RowPrinter {
  // Fixed at construction.
  private final PrintWriter lines;
  private final ValueText values;

  /**
   * Prints nothing yet.
   *
   * @param lines flushes by itself, so that each row is there as soon as it is found
   */
  JsonRows(PrintWriter lines, RowForms forms, ValueText values) {
    super(forms);
    this.lines = lines;
    this.values = values;
  }

  @Override
  void print(RowFields row) {
    lines.println(JsonText.line(RowJson.of(row)));
  }

  @Override
  void printCells(Result row, Optional<String> reason) {
    Map<String, Object> object =
        RowJson.of(row.getRow(), Arrays.stream(row.rawCells()).map(this::object).toList());
    reason.ifPresent(text -> object.put("reason", text));
    lines.println(JsonText.line(object));
  }

  /** A delete marker has no value. */
  private Map<String, Object> object(Cell cell) {
    Map<String, Object> object = RowJson.address(cell);
    if (!CellUtil.isDelete(cell)) {
      values.putTo(object, column(cell), CellUtil.cloneValue(cell));
    }
    return object;
  }

  /** Asked after each row: there is nothing left to be flushed then. */
  @Override
  boolean isUnread() {
    return lines.checkError();
  }

  @Override
  void end(boolean stopped) {}
}
