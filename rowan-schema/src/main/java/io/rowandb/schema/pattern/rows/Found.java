package io.rowandb.schema.pattern.rows;

/**
 * A record, or values of its fields, and where it was found.
 *
 * @param range the number of its range in the plan
 * @param row the row that was read: the record's own, or that of its entry
 * @param ownRow the record's own row
 */
public record Found<R>(R record, int range, byte[] row, byte[] ownRow) {
  /** Found in its own row. */
  public static <R> Found<R> of(R record, ScannedRow row) {
    return new Found<>(record, row.range(), row.result().getRow(), row.result().getRow());
  }

  /** The same found, as something else. */
  public <T> Found<T> as(T other) {
    return new Found<>(other, range, row, ownRow);
  }
}
