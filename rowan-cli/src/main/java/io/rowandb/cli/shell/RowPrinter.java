package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowFields;
import io.rowandb.cli.design.RowForms;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.RowPart;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/** Prints rows as they arrive: as records if there is a design for them, otherwise as cells. */
abstract class RowPrinter {
  private final RowForms forms;

  /**
   * Prints nothing yet.
   *
   * @param forms empty for cells
   */
  RowPrinter(RowForms forms) {
    this.forms = forms;
  }

  /**
   * Of a session, which wants text or JSON.
   *
   * @param forms empty for cells
   * @param values how those of cells are shown
   */
  static RowPrinter of(Session session, RowForms forms, ValueText values) {
    return of(session, forms, values, /* oneRow= */ false);
  }

  /** The same of one row, whose key is known: as text its cells are shown without it. */
  static RowPrinter ofOneRow(Session session, RowForms forms, ValueText values) {
    return of(session, forms, values, forms.isEmpty());
  }

  private static RowPrinter of(Session session, RowForms forms, ValueText values, boolean oneRow) {
    if (values.cuts() && session.json().isPresent()) {
      throw new IllegalArgumentException("MAXLENGTH cuts lines of text, and JSON has none");
    }
    return session
        .json()
        .<RowPrinter>map(lines -> new JsonRows(lines, forms, values))
        .orElseGet(() -> new TextRows(session.out(), forms, values, oneRow));
  }

  /**
   * A row, which has cells.
   *
   * @param part what was read of it
   */
  final void print(Result row, RowPart part) {
    if (forms.isEmpty()) {
      printCells(row, Optional.empty());
      return;
    }
    RowFields read;
    try {
      read = forms.read(row, part);
    } catch (IllegalArgumentException e) {
      printCells(row, Optional.of(e.getMessage()));
      return;
    }
    print(read);
  }

  /** A row that a design reads. */
  abstract void print(RowFields row);

  /**
   * A row as cells.
   *
   * @param reason why no design reads it, if one should
   */
  abstract void printCells(Result row, Optional<String> reason);

  /** Whether the output is no longer read, for example because a pipe to {@code head} has ended. */
  abstract boolean isUnread();

  /**
   * There are no more rows.
   *
   * @param stopped whether that is because they were to end
   */
  abstract void end(boolean stopped);

  static Column column(Cell cell) {
    return new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }
}
