package io.rowandb.cli.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows for the screen.
 *
 * @param headings names of the columns
 * @param rows decoded values
 * @param hiddenRows how many rows were returned but not shown
 */
record Answer(List<String> headings, List<List<String>> rows, long hiddenRows) {
  /** Rows of an answer that are shown; more would push the question off the screen. */
  static final int SHOWN_ROWS = 8;

  /** The first rows, and how many there are beside them. */
  static Answer of(List<String> headings, List<List<String>> rows) {
    int shown = Math.min(SHOWN_ROWS, rows.size());
    return new Answer(headings, new ArrayList<>(rows.subList(0, shown)), rows.size() - shown);
  }

  /** How many rows came back. */
  long rowCount() {
    return rows.size() + hiddenRows;
  }
}
