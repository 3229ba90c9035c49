package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import java.io.IOException;

/**
 * Puts and deletions of several records of one group, which are made as one: {@code
 * accounts.togetherOf("ada").put(checking).put(savings).deleteKey("ada", 3).run()}. Begun by {@link
 * RecordTable#togetherOf}, which says what holds. Nothing is written before {@link #run}. Built and
 * run once, by one thread.
 *
 * @param <R> the record
 */
public final class RecordsTogether<R> {
  // Fixed at construction.
  private final TogetherChanges<R> changes;

  RecordsTogether(TogetherChanges<R> changes) {
    this.changes = changes;
  }

  /**
   * Writes a record, as {@link RecordTable#put}.
   *
   * @throws IllegalArgumentException when it is of another group, its row is among the given ones
   *     already, or there are 500 of them
   */
  public RecordsTogether<R> put(R record) {
    changes.put(record);
    return this;
  }

  /**
   * Deletes a record, as {@link RecordTable#delete}.
   *
   * @throws IllegalArgumentException as {@link #put}
   */
  public RecordsTogether<R> delete(R record) {
    changes.delete(record);
    return this;
  }

  /**
   * Deletes the record of a key, as {@link RecordTable#deleteKey}.
   *
   * @param key as for {@link RecordTable#get}
   * @throws IllegalArgumentException as {@link #put}, and when the key holds a field lossily
   */
  public RecordsTogether<R> deleteKey(Object... key) {
    changes.deleteKey(key);
    return this;
  }

  /**
   * Makes all of these changes, or none.
   *
   * @throws IllegalArgumentException when none is given, a value has no form in its column, or a
   *     counter is not 0; nothing is written then
   * @throws IllegalStateException when the table has no {@code MultiRowMutationEndpoint}; no record
   *     is written then
   * @throws IOException when rows of the group are in several regions, and no record is written
   *     then; or as by {@link RecordTable#put}: if the answer of HBase was lost, all changes are
   *     made or none, and the call may be repeated
   */
  public void run() throws IOException {
    Steps.ended(changes.run());
  }
}
