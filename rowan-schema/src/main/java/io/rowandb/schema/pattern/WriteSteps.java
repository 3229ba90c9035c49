package io.rowandb.schema.pattern;

import java.io.IOException;
import java.util.List;

/**
 * What writing records takes beside their rows, for those who write the rows themselves: {@link
 * #before}, the row, {@link #after}; or the row's deletion and {@link #removeDetails}, in either
 * order. Each may be done again, and a row that is not written behind the first leaves no wrong
 * answer. Valid as long as the table is open; used by its thread.
 *
 * @param <R> the record
 */
public final class WriteSteps<R> {
  // Fixed at construction.
  private final IndexKeeper<R> indexes;
  private final DetailKeeper<R> details;

  WriteSteps(IndexKeeper<R> indexes, DetailKeeper<R> details) {
    this.indexes = indexes;
    this.details = details;
  }

  /**
   * Writes the entries of records in indexes, and their details in rows of their own. The rows must
   * follow before the entries are as old as {@link IndexSettings#grace}.
   *
   * @throws UniqueViolationException when another record has the values of a unique index
   */
  public void before(List<R> records) throws IOException {
    indexes.writeEntries(records);
    details.write(records);
  }

  /** Removes details in rows of their own that a record has not. */
  public void after(R record) throws IOException {
    details.removeOthers(List.of(record));
  }

  /** Removes all details in rows of their own, of a record that goes or is gone. */
  public void removeDetails(byte[] row) throws IOException {
    details.removeAll(row);
  }
}
