package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Records by their rows, with their details. Used as its carrier's calls are. */
public record Records<R>(TableDesign<R> design, TableCalls table, DetailKeeper<R> details) {
  /** Reads the row of a record. */
  public static Get get(TableDesign<?> design, byte[] row) throws IOException {
    Get get = new Get(row);
    design.familyNames().forEach(get::addFamily);
    return get.readVersions(design.versions());
  }

  /** The records of row keys, in one call and those for details; null where there is none. */
  public CompletableFuture<List<R>> at(List<byte[]> rows) {
    return Steps.called(
        () -> {
          Given.notNull(rows, "the list of row keys of " + design.name());
          List<Get> gets = new ArrayList<>();
          for (byte[] row : rows) {
            gets.add(get(design, row));
          }
          return table.getAll(gets).thenCompose(found -> of(found, RowRead.NOW));
        });
  }

  /** The record of a row key, or null. */
  public CompletableFuture<R> at(byte[] row) {
    return Steps.called(() -> table.get(get(design, row)))
        .thenCompose(
            found ->
                found.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : details.read(found, RowRead.NOW));
  }

  /**
   * The record of a row that was read.
   *
   * @param asOfMillis the time whose rows of details are read
   */
  public CompletableFuture<R> of(Result row, long asOfMillis) {
    return details.read(row, asOfMillis);
  }

  /**
   * The records of rows that were read; null for those that are not there.
   *
   * @param asOfMillis the time whose rows of details are read
   */
  public CompletableFuture<List<R>> of(List<Result> rows, long asOfMillis) {
    List<R> records = Arrays.asList(noRecords(rows.size()));
    return Steps.sideBySide(
            rows.size(),
            i ->
                rows.get(i).isEmpty()
                    ? Steps.DONE
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
