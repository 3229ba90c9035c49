package io.rowandb.schema.field;

import java.io.Serializable;

/**
 * A component of a record, written as its accessor: {@code Tweet::user}. The compiler checks its
 * type wherever a declaration uses it; {@link RecordShape#component} tells which component it is,
 * for which it must be a method reference, not any other function.
 *
 * @param <R> the record
 * @param <T> the component's type; for a primitive, its wrapper class
 */
@FunctionalInterface
public interface Field<R, T> extends Serializable {
  /** The component's value. */
  T of(R record);
}
