package io.rowandb.schema.pattern;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Put;

/** Writes and deletes records. Used as its carrier's calls are. */
sealed interface Writer<R> permits RecordWriter, ChainedWriter {
  CompletableFuture<Void> put(R record);

  CompletableFuture<Void> putAll(Iterable<R> records);

  CompletableFuture<Void> delete(R record);

  /** Writes new records, whose rows somebody else writes. */
  CompletableFuture<Void> load(List<R> records, RowLoad rows);

  /** Writes rows, and returns when they are there, if anything waits for that. */
  @FunctionalInterface
  interface RowLoad {
    void write(List<Put> rows) throws IOException;
  }
}
