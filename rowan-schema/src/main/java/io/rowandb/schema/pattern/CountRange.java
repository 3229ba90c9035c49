package io.rowandb.schema.pattern;

import java.util.OptionalLong;

/**
 * What a counter may be: {@code CountRange.atMost(180)}. An addition is checked against the most, a
 * subtraction against the least, so that a counter which is outside already can come back.
 *
 * @param least the least value
 * @param most the greatest value
 */
public record CountRange(long least, long most) {
  /**
   * From a value to another.
   *
   * @throws IllegalArgumentException when the first is greater
   */
  public CountRange {
    if (least > most) {
      throw new IllegalArgumentException(
          "a counter cannot be at least " + least + " and at most " + most);
    }
  }

  /** No more than a value. */
  public static CountRange atMost(long most) {
    return new CountRange(Long.MIN_VALUE, most);
  }

  /** No less than a value. */
  public static CountRange atLeast(long least) {
    return new CountRange(least, Long.MAX_VALUE);
  }

  /** From a value to another, both included. */
  public static CountRange between(long least, long most) {
    return new CountRange(least, most);
  }

  /** Whether a count may have an amount added. */
  boolean allows(long count, long amount) {
    OptionalLong limit = before(amount);
    return limit.isPresent()
        && (amount > 0 ? count <= limit.getAsLong() : count >= limit.getAsLong());
  }

  /**
   * The greatest count that may have a positive amount added, or the least that may have a negative
   * one; empty if none may.
   */
  OptionalLong before(long amount) {
    try {
      return OptionalLong.of(Math.subtractExact(amount > 0 ? most : least, amount));
    } catch (ArithmeticException e) { // no count is so great or small
      return OptionalLong.empty();
    }
  }
}
