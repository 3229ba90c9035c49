package io.rowandb.engine.linear;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What is left of a history that no order explains, when all is left out that does not matter. */
final class Evidence {
  private Evidence() {}

  /**
   * The shorter history: up to the end of the first call that nothing explains, without calls that
   * only read and are not needed. What is left out so could not have explained anything.
   */
  static List<Operation> reduce(List<Operation> history, Rows initial) {
    List<Operation> needed = new ArrayList<>(shortestPrefix(history, initial));
    for (int i = needed.size() - 1; i >= 0; i--) {
      Operation call = needed.get(i);
      if (!call.isPending() && call.request().onlyReads(call.answer())) {
        needed.remove(i);
        if (Linearization.exists(needed, initial)) {
          needed.add(i, call);
        }
      }
    }
    return needed;
  }

  /**
   * A line for each call: who, from when to when in nanoseconds from the first, what, its answer.
   */
  static String print(List<Operation> history) {
    List<Operation> byBegin = new ArrayList<>(history);
    byBegin.sort(Comparator.comparingLong(Operation::begin));
    long start = byBegin.isEmpty() ? 0 : byBegin.get(0).begin();
    StringBuilder text = new StringBuilder();
    for (Operation call : byBegin) {
      text.append(
          String.format(
              "%n  thread %d %9d to %9s  %s -> %s",
              call.thread(),
              call.begin() - start,
              call.isPending() ? "?" : String.valueOf(call.end() - start),
              call.request(),
              call.isPending() ? "?" : call.answer()));
    }
    return text.toString();
  }

  /**
   * A longer prefix of a history is never easier to explain, so the shortest is found by halves.
   */
  private static List<Operation> shortestPrefix(List<Operation> history, Rows initial) {
    long[] ends =
        history.stream()
            .filter(call -> !call.isPending())
            .mapToLong(Operation::end)
            .sorted()
            .toArray();
    int explained = -1;
    int unexplained = ends.length - 1;
    while (unexplained - explained > 1) {
      int middle = (explained + unexplained) >>> 1;
      if (Linearization.exists(prefix(history, ends[middle]), initial)) {
        explained = middle;
      } else {
        unexplained = middle;
      }
    }
    return prefix(history, ends[unexplained]);
  }

  private static List<Operation> prefix(List<Operation> history, long until) {
    return history.stream()
        .filter(call -> call.begin() <= until)
        .map(call -> call.end() <= until ? call : call.pending())
        .toList();
  }
}
