package io.rowandb.systems.relation;

import java.util.function.Predicate;

/**
 * Which relations an end has to look at often: they are found without reading all of them.
 *
 * @param ofSource whether the source has to, by the value
 * @param ofTarget whether the target has to
 */
public record Duties<V>(Predicate<V> ofSource, Predicate<V> ofTarget) {
  /** None. */
  public static <V> Duties<V> none() {
    return new Duties<>(value -> false, value -> false);
  }
}
