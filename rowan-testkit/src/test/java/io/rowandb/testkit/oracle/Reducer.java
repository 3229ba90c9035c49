package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens a history that fails, by leaving out what the failure does not need: first what comes
 * after it, then all questions before it, then ever smaller pieces until no single operation can go
 * (Zeller's delta debugging). Used by one thread.
 */
final class Reducer {
  /** Runs a history from an empty table. */
  interface Trial {
    /**
     * Runs it.
     *
     * @return how many operations were done up to and with the one that failed; 0 if none failed
     */
    int failsAfter(List<Operation> operations) throws IOException;
  }

  private final Trial trial;

  Reducer(Trial trial) {
    this.trial = trial;
  }

  /**
   * The shorter history.
   *
   * @param failing operations of which the last one fails
   */
  List<Operation> reduce(List<Operation> failing) throws IOException {
    List<Operation> needed = withoutQuestions(failing);
    for (int piece = (needed.size() + 1) / 2; piece > 0; piece /= 2) {
      boolean shortened;
      do {
        int before = needed.size();
        needed = withoutPieces(needed, piece);
        shortened = needed.size() < before;
      } while (piece == 1 && shortened);
    }
    return needed;
  }

  private List<Operation> withoutQuestions(List<Operation> failing) throws IOException {
    List<Operation> changes = new ArrayList<>();
    for (Operation operation : failing.subList(0, failing.size() - 1)) {
      if (!operation.isQuestion()) {
        changes.add(operation);
      }
    }
    changes.add(failing.get(failing.size() - 1));
    int failsAfter = trial.failsAfter(changes);
    return failsAfter > 0 ? changes.subList(0, failsAfter) : failing;
  }

  private List<Operation> withoutPieces(List<Operation> failing, int piece) throws IOException {
    List<Operation> needed = failing;
    for (int from = 0; from < needed.size(); ) {
      List<Operation> shorter = new ArrayList<>(needed);
      shorter.subList(from, Math.min(needed.size(), from + piece)).clear();
      int failsAfter = shorter.isEmpty() ? 0 : trial.failsAfter(shorter);
      if (failsAfter > 0) {
        needed = List.copyOf(shorter.subList(0, failsAfter));
      } else {
        from += piece;
      }
    }
    return needed;
  }
}
