package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads and writes records by their rows, with their details. Its thread rules are those of its
 * carrier.
 */
public record Records<R>(TableDesign<R> design, TableCalls table, DetailKeeper<R> details) {
  /** Reads the row of a record. */
  public static Get get(TableDesign<?> design, byte[] row) throws IOException {
    Get get = new Get(row);
    design.familyNames().forEach(get::addFamily);
    return get.readVersions(design.versions());
  }

  /**
   * What is in rows, in one call and those for details. A row of which no record can be made is
   * found to be so, and stops no other.
   */
  public CompletableFuture<List<Lookup<R>>> lookUp(List<byte[]> rows) {
    return Steps.called(() -> table.getAll(gets(rows))).thenCompose(found -> lookUp(rows, found));
  }

  /** What is in rows that were read, none of them empty. */
  public CompletableFuture<List<Lookup<R>>> lookUpRead(List<Result> found) {
    return lookUp(found.stream().map(Result::getRow).toList(), found);
  }

  private CompletableFuture<List<Lookup<R>>> lookUp(List<byte[]> rows, List<Result> found) {
    if (!details.areInRows()) {
      List<Lookup<R>> lookups = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        lookups.add(ofRow(rows.get(i), found.get(i)));
      }
      return CompletableFuture.completedFuture(lookups);
    }
    List<Lookup<R>> lookups = new ArrayList<>(Collections.nCopies(rows.size(), null));
    return Steps.sideBySide(
            rows.size(),
            i -> lookUp(rows.get(i), found.get(i)).thenAccept(lookup -> lookups.set(i, lookup)))
        .thenApply(done -> lookups);
  }

  private Lookup<R> ofRow(byte[] row, Result found) {
    try {
      R record = design.isRecord(found) ? design.read(found) : null;
      return new Lookup<>(row, found, record, null);
    } catch (RuntimeException e) { // whatever the record's constructor throws
      return new Lookup<>(row, found, null, e);
    }
  }

  private CompletableFuture<Lookup<R>> lookUp(byte[] row, Result found) {
    return (found.isEmpty()
            ? CompletableFuture.<R>completedFuture(null)
            : details.read(found, RowRead.NOW))
        .thenApply(record -> new Lookup<>(row, found, record, null))
        .exceptionallyCompose(
            failed ->
                Steps.cause(failed) instanceof RuntimeException unreadable
                    ? CompletableFuture.completedFuture(new Lookup<>(row, found, null, unreadable))
                    : CompletableFuture.failedFuture(failed));
  }

  private List<Get> gets(List<byte[]> rows) throws IOException {
    Given.notNull(rows, "the list of row keys of " + design.name());
    List<Get> gets = new ArrayList<>();
    for (byte[] row : rows) {
      gets.add(get(design, row));
    }
    return gets;
  }

  /** The records of row keys, in one call and those for details; null where there is none. */
  public CompletableFuture<List<R>> at(List<byte[]> rows) {
    return Steps.called(() -> table.getAll(gets(rows)))
        .thenCompose(found -> of(found, RowRead.NOW));
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

  /**
   * The same of rows of which some may be malformed.
   *
   * @param asOfMillis the time whose rows of details are read
   * @param malformed gets each row of which no record can be made, in their order, with the reason;
   *     there is null in its place
   */
  public CompletableFuture<List<R>> readable(
      List<Result> rows, long asOfMillis, BiConsumer<byte[], RuntimeException> malformed) {
    List<R> records = Arrays.asList(noRecords(rows.size()));
    RuntimeException[] reasons = new RuntimeException[rows.size()];
    return Steps.sideBySide(
            rows.size(),
            i ->
                Steps.called(() -> details.read(rows.get(i), asOfMillis))
                    .thenAccept(record -> records.set(i, record))
                    .exceptionallyCompose(
                        failed -> {
                          if (Steps.cause(failed) instanceof RuntimeException reason) {
                            reasons[i] = reason;
                            return Steps.DONE;
                          }
                          return CompletableFuture.failedFuture(failed);
                        }))
        .thenApply(
            done -> {
              for (int i = 0; i < reasons.length; i++) {
                if (reasons[i] != null) {
                  malformed.accept(rows.get(i).getRow(), reasons[i]);
                }
              }
              return records;
            });
  }

  @SuppressWarnings("unchecked") // of nulls
  private R[] noRecords(int count) {
    return (R[]) new Object[count];
  }
}
