package io.rowandb.schema.field;

/** Makes objects of a class. */
@FunctionalInterface
interface Maker<R> {
  /**
   * An object.
   *
   * @param values one for each field, as the class has them: optional ones in optional objects
   * @return an object of the class, or null
   */
  Object make(RecordShape<R> shape, Object[] values) throws Throwable;
}
