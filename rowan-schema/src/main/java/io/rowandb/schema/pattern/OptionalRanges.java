package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.key.Condition;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Conditions of a {@link RecordQuery} on ranges of optional fields, as those of the same names
 * without {@code optional} on other fields. Their ends are values. An empty field is in no range.
 *
 * @param <R> the record
 */
@SuppressWarnings("overloads") // a method reference tells of which class its field is
public abstract sealed class OptionalRanges<R> permits RecordQuery {
  OptionalRanges() {}

  abstract RecordQuery<R> with(Field<R, ?> field, Condition condition);

  /** Records whose field is at or after one value and before another. */
  public <T extends Comparable<? super T>> RecordQuery<R> optionalBetween(
      Field<R, Optional<T>> field, T from, T to) {
    return with(field, new Condition.Between(from, to));
  }

  /** Records whose field is at least one number and less than another. */
  public RecordQuery<R> optionalBetween(Field<R, OptionalInt> field, int from, int to) {
    return with(field, new Condition.Between(from, to));
  }

  /** Records whose field is at least one number and less than another. */
  public RecordQuery<R> optionalBetween(Field<R, OptionalLong> field, long from, long to) {
    return with(field, new Condition.Between(from, to));
  }

  /** Records whose field is at least one number and less than another. */
  public RecordQuery<R> optionalBetween(Field<R, OptionalDouble> field, double from, double to) {
    return with(field, new Condition.Between(from, to));
  }

  /** Records whose field is at or after a value. */
  public <T extends Comparable<? super T>> RecordQuery<R> optionalFrom(
      Field<R, Optional<T>> field, T from) {
    return with(field, new Condition.Between(from, null));
  }

  /** Records whose field is at least a number. */
  public RecordQuery<R> optionalFrom(Field<R, OptionalInt> field, int from) {
    return with(field, new Condition.Between(from, null));
  }

  /** Records whose field is at least a number. */
  public RecordQuery<R> optionalFrom(Field<R, OptionalLong> field, long from) {
    return with(field, new Condition.Between(from, null));
  }

  /** Records whose field is at least a number. */
  public RecordQuery<R> optionalFrom(Field<R, OptionalDouble> field, double from) {
    return with(field, new Condition.Between(from, null));
  }

  /** Records whose field is before a value. */
  public <T extends Comparable<? super T>> RecordQuery<R> optionalBefore(
      Field<R, Optional<T>> field, T to) {
    return with(field, new Condition.Between(null, to));
  }

  /** Records whose field is less than a number. */
  public RecordQuery<R> optionalBefore(Field<R, OptionalInt> field, int to) {
    return with(field, new Condition.Between(null, to));
  }

  /** Records whose field is less than a number. */
  public RecordQuery<R> optionalBefore(Field<R, OptionalLong> field, long to) {
    return with(field, new Condition.Between(null, to));
  }

  /** Records whose field is less than a number. */
  public RecordQuery<R> optionalBefore(Field<R, OptionalDouble> field, double to) {
    return with(field, new Condition.Between(null, to));
  }

  /**
   * Records whose text begins with the prefix.
   *
   * @param prefix at least one character
   */
  public RecordQuery<R> optionalStartingWith(Field<R, Optional<String>> field, String prefix) {
    return with(field, new Condition.StartsWith(prefix));
  }
}
