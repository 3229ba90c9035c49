package io.rowandb.schema.field;

/**
 * The values of the fields of an object that is to be made. Used while it is made, by the thread
 * that makes it.
 *
 * @param <R> the object's class
 */
public final class FieldValues<R> {
  // Fixed at construction.
  private final RecordShape<R> shape;
  private final Object[] values;

  FieldValues(RecordShape<R> shape, Object[] values) {
    this.shape = shape;
    this.values = values;
  }

  /**
   * The value of a field: of a row without one, null, what Java's primitive types begin with, or an
   * empty optional object.
   *
   * @param field written as when the class was declared, {@code User::getName}
   * @throws IllegalArgumentException when it is not one of the class's declared fields
   */
  @SuppressWarnings("unchecked") // an accessor gives values of its field's type
  public <T> T get(Field<R, T> field) {
    return (T) values[shape.component(field).index()];
  }
}
