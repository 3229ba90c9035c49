package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;

/**
 * What one write of some records takes beside their rows, for those who write the rows themselves:
 * {@link #before}, {@link #checkTime}, the rows, {@link #after}, {@link #settle}; or {@link
 * #beforeDelete}, {@link #checkTime}, the rows' deletion, {@link #removeDetails}, which may come
 * before the deletion too. Each may be done again, and a row that is not written behind the first
 * leaves no wrong answer. Valid as long as the table is open; used by its thread.
 *
 * @param <R> the record
 */
public final class WriteSteps<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final IndexKeeper<R> indexes;
  private final DetailKeeper<R> details;
  private final Removals removals;
  private final WriteTime time;

  private Claims<R> claims = new Claims<>();

  /** Of a write that begins now. */
  WriteSteps(
      TableDesign<R> design,
      IndexKeeper<R> indexes,
      DetailKeeper<R> details,
      Removals removals) {
    this.design = design;
    this.indexes = indexes;
    this.details = details;
    this.removals = removals;
    time = indexes.beginTime();
  }

  /**
   * Takes the copies away from the entries of the records that are there, writes the entries of the
   * new ones, and their details in rows of their own. The rows must follow before this is as long
   * ago as {@link IndexSettings#grace}.
   *
   * @throws UniqueViolationException when another record has the values of a unique index, or may
   *     be about to
   */
  public void before(List<R> records) throws IOException {
    settle();
    claims = Steps.ended(indexes.writeEntries(records, null));
    for (R record : records) {
      Steps.ended(removals.passed(design.key().encode(record)));
    }
    Steps.ended(
        details
            .write(records) // one of them may have no form
            .exceptionallyCompose(failure -> indexes.withdraw(claims, failure)));
  }

  /**
   * Takes the copies away from the entries of records that will be deleted. Their rows must go
   * before this is as long ago as {@link IndexSettings#grace}.
   */
  public void beforeDelete(List<byte[]> rows) throws IOException {
    Steps.ended(indexes.beforeDelete(rows));
  }

  /**
   * Looks at the clock: just before the rows are written or deleted.
   *
   * @throws LateWriteException when it has been half the grace since the write began; what was
   *     claimed of unique indexes is given up
   */
  public void checkTime() throws IOException {
    Steps.ended(
        time.checked().exceptionallyCompose(failure -> indexes.withdraw(claims, failure)));
  }

  /** Removes details in rows of their own that a record has not. */
  public void after(R record) throws IOException {
    Steps.ended(details.removeOthers(List.of(record)));
    noteDetails(design.key().encode(record));
  }

  /** Removes all details in rows of their own, of a record that goes or is gone. */
  public void removeDetails(byte[] row) throws IOException {
    Steps.ended(details.removeAll(row));
    noteDetails(row);
  }

  private void noteDetails(byte[] row) {
    if (details.areInRows()) {
      removals.add(row);
    }
  }

  /**
   * The rows are written, or will not be: what the records have of unique indexes is nobody's when
   * they give it up. If this does not happen, it is nobody's after the grace.
   */
  public void settle() throws IOException {
    Steps.ended(indexes.settle(claims));
  }
}
