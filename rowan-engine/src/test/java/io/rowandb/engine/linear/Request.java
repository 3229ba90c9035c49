package io.rowandb.engine.linear;

import java.util.Objects;

/**
 * A call, and what it does to rows that only one at a time can touch.
 *
 * @param row the row, or the first of several
 * @param lastRow the last row
 * @param text what is put, appended or added; null where nothing is
 * @param expected what a check wants the text to be; null for absent
 */
record Request(Kind kind, int row, int lastRow, String text, String expected) {
  /** Kinds of calls. */
  enum Kind {
    /** Reads a row. */
    GET,
    /** Reads all rows of one region. */
    SCAN,
    /** Sets the text. */
    PUT,
    /** Sets the text of several rows of one region as one. */
    PUT_ROWS,
    /** Deletes the text. */
    DELETE_TEXT,
    /** Deletes the whole row. */
    DELETE_ROW,
    /** Appends to the text; answers with the new one. */
    APPEND,
    /** Adds to the counter; answers with the new number. */
    INCREMENT,
    /** Sets the text if it is as expected; answers whether it was. */
    CHECK_AND_PUT,
    /** Deletes the text if it is as expected; answers whether it was. */
    CHECK_AND_DELETE
  }

  static Request of(Kind kind, int row) {
    return new Request(kind, row, row, null, null);
  }

  static Request of(Kind kind, int row, String text) {
    return new Request(kind, row, row, text, null);
  }

  static Request check(Kind kind, int row, String expected, String text) {
    return new Request(kind, row, row, text, expected);
  }

  static Request scan(int row, int lastRow) {
    return new Request(Kind.SCAN, row, lastRow, null, null);
  }

  static Request putRows(int row, int lastRow, String text) {
    return new Request(Kind.PUT_ROWS, row, lastRow, text, null);
  }

  /** What it answers when it meets these rows. */
  String answer(Rows before) {
    return switch (kind) {
      case GET, SCAN -> before.rows().subList(row, lastRow + 1).toString();
      case PUT, PUT_ROWS, DELETE_TEXT, DELETE_ROW -> "";
      case APPEND -> after(before).row(row).text();
      case INCREMENT -> String.valueOf(after(before).row(row).counter());
      case CHECK_AND_PUT, CHECK_AND_DELETE -> String.valueOf(holds(before));
    };
  }

  /** What it leaves. */
  Rows after(Rows before) {
    Rows.Row old = before.row(row);
    return switch (kind) {
      case GET, SCAN -> before;
      case PUT -> before.with(row, new Rows.Row(text, old.counter()));
      case PUT_ROWS -> {
        Rows next = before;
        for (int i = row; i <= lastRow; i++) {
          next = next.with(i, new Rows.Row(text, before.row(i).counter()));
        }
        yield next;
      }
      case DELETE_TEXT -> before.with(row, new Rows.Row(null, old.counter()));
      case DELETE_ROW -> before.with(row, Rows.Row.EMPTY);
      case APPEND -> {
        String longer = (old.text() == null ? "" : old.text()) + text;
        yield before.with(row, new Rows.Row(longer, old.counter()));
      }
      case INCREMENT -> {
        long sum = (old.counter() == null ? 0 : old.counter()) + Long.parseLong(text);
        yield before.with(row, new Rows.Row(old.text(), sum));
      }
      case CHECK_AND_PUT, CHECK_AND_DELETE ->
          holds(before) ? before.with(row, new Rows.Row(text, old.counter())) : before;
    };
  }

  /** Whether a call with this answer changed nothing, so that nobody else can tell it was there. */
  boolean onlyReads(String answer) {
    return switch (kind) {
      case GET, SCAN -> true;
      case CHECK_AND_PUT, CHECK_AND_DELETE -> "false".equals(answer);
      case PUT, PUT_ROWS, DELETE_TEXT, DELETE_ROW, APPEND, INCREMENT -> false;
    };
  }

  @Override
  public String toString() {
    String rows = row == lastRow ? " row " + row : " rows " + row + ".." + lastRow;
    return switch (kind) {
      case GET, SCAN, DELETE_TEXT, DELETE_ROW -> kind + rows;
      case PUT, PUT_ROWS, APPEND, INCREMENT -> kind + rows + " '" + text + "'";
      case CHECK_AND_PUT, CHECK_AND_DELETE ->
          kind + rows + " if '" + expected + "' then '" + text + "'";
    };
  }

  private boolean holds(Rows before) {
    return Objects.equals(before.row(row).text(), expected);
  }
}
