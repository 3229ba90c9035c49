package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The exact sum of values of a field, at least one, and how many they are. Mutable; used by one
 * thread.
 *
 * <p>Whole numbers are added as {@code long}, and what exceeds it is kept apart, so that the order
 * of the values has no effect: a sum fails only if the whole of it has no form.
 */
final class Total {
  private static final Set<Class<?>> WHOLE =
      Set.of(Byte.class, Short.class, Integer.class, Long.class);

  private static final Set<Class<?>> DECIMAL = Set.of(Float.class, Double.class, BigDecimal.class);

  /** Digits before or behind the point: a stored 1E+1000000000 would take all memory. */
  private static final int MOST_DIGITS = 10_000;

  // Fixed at construction.
  private final String field;

  private long count;
  private long whole;
  private BigInteger exceeding = BigInteger.ZERO;
  private BigDecimal decimal = BigDecimal.ZERO;

  private Total(String field) {
    this.field = field;
  }

  /**
   * Of one value.
   *
   * @param field what it is of, for messages
   * @param value of a class that {@link #number} takes, or null
   * @return null for no value
   */
  static Total of(String field, Object value) {
    return value == null ? null : new Total(field).add((Number) value);
  }

  private Total add(Number value) {
    count++;
    if (WHOLE.contains(value.getClass())) {
      add(value.longValue());
    } else {
      decimal = decimal.add(exact(value));
    }
    return this;
  }

  /** This with the values of another. */
  Total and(Total other) {
    count += other.count;
    add(other.whole);
    exceeding = exceeding.add(other.exceeding);
    decimal = decimal.add(other.decimal);
    return this;
  }

  /**
   * A field of whole numbers.
   *
   * @throws IllegalArgumentException naming the field and the remedy, when it is none
   */
  static <R> Component whole(RecordShape<R> shape, Field<R, ? extends Number> field) {
    Component whole = number(shape, field);
    if (!WHOLE.contains(whole.type())) {
      throw new IllegalArgumentException(
          shape.describe(whole)
              + " is a "
              + whole.type().getSimpleName()
              + " and no whole number: sumDecimal adds its values");
    }
    return whole;
  }

  /**
   * A field of numbers.
   *
   * @throws IllegalArgumentException naming the field, when it is none
   */
  static <R> Component number(RecordShape<R> shape, Field<R, ? extends Number> field) {
    Component number = shape.component(field);
    if (!WHOLE.contains(number.type()) && !DECIMAL.contains(number.type())) {
      throw new IllegalArgumentException(
          shape.describe(number)
              + " is a "
              + number.type().getSimpleName()
              + ", and numbers are added alone");
    }
    return number;
  }

  private void add(long value) {
    long sum = whole + value;
    boolean wrapped = ((whole ^ sum) & (value ^ sum)) < 0;
    if (wrapped) {
      exceeding = exceeding.add(BigInteger.valueOf(whole));
    }
    whole = wrapped ? value : sum;
  }

  private BigDecimal exact(Number value) {
    if (!(value instanceof BigDecimal) && !Double.isFinite(value.doubleValue())) {
      throw new ArithmeticException(field + " has a value that no sum includes: " + value);
    }
    BigDecimal exact =
        value instanceof BigDecimal given ? given : new BigDecimal(value.doubleValue());
    if (Math.abs((long) exact.scale()) > MOST_DIGITS) {
      throw new ArithmeticException(
          field
              + " has a value of scale "
              + exact.scale()
              + ", and sums have at most "
              + MOST_DIGITS
              + " digits before or behind the point");
    }
    return exact;
  }

  /**
   * The sum of whole numbers.
   *
   * @throws ArithmeticException naming the field, when it has no form as {@code long}
   */
  long sum() {
    BigInteger sum = exceeding.add(BigInteger.valueOf(whole));
    if (sum.bitLength() >= Long.SIZE) {
      throw new ArithmeticException(
          "the sum of " + field + " is " + sum + ", too great for a long; sumDecimal has it");
    }
    return sum.longValueExact();
  }

  /** As {@link #sum()}, of values of which there may be none. */
  static OptionalLong sum(Optional<Total> total) {
    return total.isEmpty() ? OptionalLong.empty() : OptionalLong.of(total.get().sum());
  }

  /** As {@link #average()}, of values of which there may be none. */
  static OptionalDouble average(Optional<Total> total) {
    return total.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(total.get().average());
  }

  /** The sum of numbers of any kind. */
  BigDecimal sumDecimal() {
    return decimal.add(new BigDecimal(exceeding.add(BigInteger.valueOf(whole))));
  }

  /**
   * The mean, rounded once to 34 digits and then to a double.
   *
   * @throws ArithmeticException naming the field, when it has no form as {@code double}
   */
  double average() {
    BigDecimal mean = sumDecimal().divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
    double average = mean.doubleValue();
    if (Double.isInfinite(average)) {
      throw new ArithmeticException(
          "the average of " + field + " is " + mean + ", too great for a double");
    }
    return average;
  }
}
