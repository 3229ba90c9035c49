package io.rowandb.schema.pattern;

import io.rowandb.schema.table.RowAdditions;

/**
 * What is to be done with a row, decided by the record that it holds.
 *
 * @param record that is to be written; null when nothing is
 * @param additions what is added to its row in the same step; null when nothing is
 */
record Choice<R>(Kind kind, R record, RowAdditions<R> additions) {
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
    return new Choice<>(Kind.LEAVE, null, null);
  }

  static <R> Choice<R> put(R record) {
    return new Choice<>(Kind.PUT, record, null);
  }

  static <R> Choice<R> update(R record, RowAdditions<R> additions) {
    return new Choice<>(Kind.UPDATE, additions.in(record), additions);
  }

  static <R> Choice<R> delete() {
    return new Choice<>(Kind.DELETE, null, null);
  }

  boolean isDone() {
    return kind != Kind.LEAVE;
  }

  boolean writes() {
    return record != null;
  }

  boolean deletes() {
    return kind == Kind.DELETE;
  }

  boolean keepsDetails() {
    return kind == Kind.UPDATE;
  }
}
