package io.rowandb.testkit.conformance;

import java.util.List;
import java.util.Optional;

/**
 * The tests whose answer on a back end is known not to be HBase's, each with the reason. They run:
 * one that passes says that its row must go.
 */
final class KnownDifferences {
  private static final List<Difference> ALL = List.of();

  private KnownDifferences() {}

  /** Why {@code test}, as {@code Class.method}, is expected to fail on {@code backend}. */
  static Optional<String> reason(String backend, String test) {
    return ALL.stream()
        .filter(known -> known.backend.equals(backend) && known.test.equals(test))
        .map(Difference::reason)
        .findFirst();
  }

  /**
   * @param backend the back end that answers otherwise
   * @param test {@code Class.method}
   * @param reason why it is so and may stay so
   */
  private record Difference(String backend, String test, String reason) {}
}
