package io.rowandb.schema.pattern;

import java.io.IOException;

/**
 * Deletes a record that a read found.
 *
 * @param <R> the record
 */
@FunctionalInterface
public interface Deletion<R> {
  /**
   * Deletes it.
   *
   * @param row its own row
   */
  void delete(R record, byte[] row) throws IOException;
}
