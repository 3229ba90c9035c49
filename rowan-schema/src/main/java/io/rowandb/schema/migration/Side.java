package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.ConditionalWriter;
import java.io.IOException;
import java.util.List;

/** How records are written in a phase. Must be closed. Used by one thread. */
interface Side<R> extends AutoCloseable {
  /**
   * Does, before a record is written or deleted, what was left to be done for the new table.
   *
   * @param row of the record in the old table
   */
  void before(byte[] row) throws IOException;

  void put(R record) throws IOException;

  void putAll(List<R> records) throws IOException;

  /** Writes records that are new. */
  void load(List<R> records) throws IOException;

  void delete(R record) throws IOException;

  /** Writes by what rows hold. */
  ConditionalWriter<R> conditional() throws IOException;

  /** Whether its keys are in the order of the old table's. */
  boolean isOld();

  @Override
  void close() throws IOException;
}
