package io.rowandb.engine.linear;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What is in some rows; immutable, so that a search can remember it. */
record Rows(List<Row> rows) {
  /**
   * One row.
   *
   * @param text a column that is put, appended to and deleted; null when absent
   * @param counter a column that is incremented; null when absent
   */
  record Row(String text, Long counter) {
    static final Row EMPTY = new Row(null, null);

    @Override
    public String toString() {
      return "{"
          + (text == null ? "" : "'" + text + "'")
          + "|"
          + (counter == null ? "" : counter)
          + "}";
    }
  }

  /** So many rows with nothing in them. */
  static Rows empty(int count) {
    return new Rows(Collections.nCopies(count, Row.EMPTY));
  }

  Row row(int i) {
    return rows.get(i);
  }

  Rows with(int i, Row row) {
    List<Row> next = new ArrayList<>(rows);
    next.set(i, row);
    return new Rows(Collections.unmodifiableList(next));
  }
}
