package io.rowandb.schema.field;

import java.io.Serializable;

/**
 * A component of a record, written as its accessor: {@code Tweet::user}. The compiler checks its
 * type wherever a declaration uses it; {@link RecordShape#component} tells which component it is,
 * for which it must be a method reference and no other function.
 *
 * @param <R> the record
 * @param <T> the component's type; of a primitive, the class that boxes it
 */
@FunctionalInterface
public interface Field<R, T> extends Serializable {
  /** The component's value. */
  T of(R record);
}
