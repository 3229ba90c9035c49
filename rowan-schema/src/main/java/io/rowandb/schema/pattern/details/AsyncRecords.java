package io.rowandb.schema.pattern.details;

import io.rowandb.schema.pattern.async.AsyncSteps;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** {@link Records} without a thread that waits. Used by any number of threads. */
public record AsyncRecords<R>(
    TableDesign<R> design,
    AsyncTable<AdvancedScanResultConsumer> table,
    AsyncDetailKeeper<R> details) {
  /** The records of row keys, in one call and those for details; null where there is none. */
  public CompletableFuture<List<R>> at(List<byte[]> rows) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] row : rows) {
      gets.add(Records.get(design, row));
    }
    return table.getAll(gets).thenCompose(found -> of(found, RowRead.NOW));
  }

  /** The record of a row key, or null. */
  public CompletableFuture<R> at(byte[] row) throws IOException {
    return table
        .get(Records.get(design, row))
        .thenCompose(
            found ->
                found.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : details.read(found, RowRead.NOW));
  }

  /**
   * The records of rows that were read; null for those that are not there.
   *
   * @param asOfMillis the time whose rows of details are read
   */
  public CompletableFuture<List<R>> of(List<Result> rows, long asOfMillis) {
    List<R> records = Arrays.asList(noRecords(rows.size()));
    return AsyncSteps.sideBySide(
            rows.size(),
            i ->
                rows.get(i).isEmpty()
                    ? AsyncSteps.DONE
                    : details
                        .read(rows.get(i), asOfMillis)
                        .thenAccept(record -> records.set(i, record)))
        .thenApply(done -> records);
  }

  @SuppressWarnings("unchecked") // of nulls
  private R[] noRecords(int count) {
    return (R[]) new Object[count];
  }
}
