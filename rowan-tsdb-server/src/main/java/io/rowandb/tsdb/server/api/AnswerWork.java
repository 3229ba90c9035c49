package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.expression.Work;
import io.rowandb.tsdb.store.LimitExceededException;
import java.io.IOException;

/** Holds expressions to the limits of their request. Used by one worker. */
final class AnswerWork implements Work {
  /** Steps between two looks at the clock: a millisecond. */
  private static final long STEPS = 100_000;

  /** What all functions of a request make, in numbers of points that its answer may have. */
  private static final int TIMES = 2;

  private final AnswerBudget budget;
  private long steps;
  private long made;

  AnswerWork(AnswerBudget budget) {
    this.budget = budget;
  }

  @Override
  public void did(long more) throws IOException {
    steps += more;
    if (steps >= STEPS) {
      steps = 0;
      budget.rest();
    }
  }

  @Override
  public void makes(long numbers) throws IOException {
    made += numbers;
    if (made / TIMES > budget.maxPoints() || numbers > budget.maxPoints()) {
      throw new LimitExceededException(
          "the expressions make more than "
              + budget.maxPoints()
              + " points, or twice as many one after the other; ask for less");
    }
    did(numbers);
  }
}
