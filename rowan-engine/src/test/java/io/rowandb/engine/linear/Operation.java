package io.rowandb.engine.linear;

import java.util.ArrayList;
import java.util.List;

/**
 * A call of a history.
 *
 * @param thread who called
 * @param answer null while the call goes on: then it may have happened or not
 * @param begin before the call, in the order of all begins and ends
 * @param end after it
 */
record Operation(int thread, Request request, String answer, long begin, long end) {
  /** The same call, as it was before it ended. */
  Operation pending() {
    return new Operation(thread, request, null, begin, Long.MAX_VALUE);
  }

  boolean isPending() {
    return answer == null;
  }

  /** The calls of each row, where no call is of several: rows are judged alone. */
  static List<List<Operation>> byRow(List<Operation> history, int rows) {
    List<List<Operation>> parts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int row = i;
      parts.add(history.stream().filter(operation -> operation.request().row() == row).toList());
    }
    return parts;
  }
}
