package io.rowandb.schema.pattern;

/**
 * What is to be done with a row, decided by the record that it holds.
 *
 * @param record that is to be written; null when nothing is
 */
record Choice<R>(Kind kind, R record) {
  /** What may be done. */
  enum Kind {
    /** The row stays as it is. */
    LEAVE,
    /** The row gets a record, and its details in rows of their own. */
    PUT,
    /** The row gets a record, and keeps what changes in other ways than by writing it. */
    UPDATE,
    /** The row is deleted. */
    DELETE
  }

  static <R> Choice<R> leave() {
    return new Choice<>(Kind.LEAVE, null);
  }

  static <R> Choice<R> put(R record) {
    return new Choice<>(Kind.PUT, record);
  }

  static <R> Choice<R> update(R record) {
    return new Choice<>(Kind.UPDATE, record);
  }

  static <R> Choice<R> delete() {
    return new Choice<>(Kind.DELETE, null);
  }

  boolean isDone() {
    return kind != Kind.LEAVE;
  }

  boolean writes() {
    return record != null;
  }

  boolean keepsDetails() {
    return kind == Kind.UPDATE;
  }
}
