package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Put;

/** Writes and deletes records. Its thread rules are those of its carrier. */
sealed interface Writer<R> permits RecordWriter, ChainedWriter {
  CompletableFuture<Void> put(R record);

  CompletableFuture<Void> putAll(Iterable<R> records);

  CompletableFuture<Void> delete(R record);

  /** Deletes the record of a row, whether it is there or not. */
  CompletableFuture<Void> deleteRow(byte[] row);

  /** Writes new records, whose rows the given load writes. */
  CompletableFuture<Void> load(List<R> records, RowLoad rows);

  /**
   * A record that is there.
   *
   * @param behind what its entry has is not younger, in milliseconds since 1970; 0 when there is
   *     nothing
   */
  record Old<R>(Lookup<R> found, long behind) {}

  /**
   * Writes entries of an index for records that are there already, with their copies.
   *
   * @return of which it did; those that somebody else writes just now have them from there. Fails
   *     with a {@link UniqueViolationException} when another record has the values
   */
  CompletableFuture<List<Boolean>> addEntries(IndexDesign<R> index, List<Old<R>> present);

  /** Writes rows, and returns when they are there, if anything waits for that. */
  @FunctionalInterface
  interface RowLoad {
    void write(List<Put> rows) throws IOException;
  }
}
