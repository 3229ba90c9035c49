package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/** Explains a failed call: which table does not exist or is disabled, and what to do. */
public final class UnusableTable {
  private UnusableTable() {}

  /**
   * What a call to the table of an index gives, or its failure; another one when that table, or the
   * table of the records, does not serve. Asks HBase which tables there are.
   */
  public static <T> CompletableFuture<T> named(
      Carrier carrier, TableDesign<?> design, IndexDesign<?> index, CompletableFuture<T> call) {
    return index.isInTableOfRecords()
        ? call
        : call.exceptionallyCompose(
            failed -> explained(Steps.cause(failed), () -> reason(carrier, design, index)));
  }

  /** What a call to the table of the records gives, or its failure; another one as above. */
  public static <T> CompletableFuture<T> named(
      Carrier carrier, TableDesign<?> design, CompletableFuture<T> call) {
    TableName table = design.name();
    return call.exceptionallyCompose(
        failed ->
            explained(
                Steps.cause(failed),
                () -> failing(carrier.exists(table), false, () -> missing(table))));
  }

  private static <T> CompletableFuture<T> explained(
      Throwable failure, Supplier<CompletableFuture<IOException>> reason) {
    if (!mayBeForThat(failure)) {
      return CompletableFuture.failedFuture(failure);
    }
    return reason
        .get()
        .exceptionally(
            notTold -> {
              failure.addSuppressed(Steps.cause(notTold));
              return null;
            })
        .thenCompose(
            found ->
                CompletableFuture.failedFuture(found == null ? failure : found.initCause(failure)));
  }

  private static boolean mayBeForThat(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof TableNotFoundException
          || each instanceof TableNotEnabledException
          || each instanceof NotServingRegionException
          || each instanceof RetriesExhaustedException) {
        return true;
      }
    }
    return false;
  }

  private static CompletableFuture<IOException> reason(
      Carrier carrier, TableDesign<?> design, IndexDesign<?> index) {
    TableName table = design.name();
    return first(
        () -> failing(carrier.exists(table), false, () -> missing(table)),
        () -> failing(carrier.exists(index.table()), false, () -> missing(table, index)),
        () -> failing(carrier.isDisabled(index.table()), true, () -> disabled(table, index)));
  }

  private static CompletableFuture<IOException> failing(
      CompletableFuture<Boolean> asked, boolean bad, Supplier<IOException> reason) {
    return asked.thenApply(answer -> answer == bad ? reason.get() : null);
  }

  /** What the first gives that gives something. */
  @SafeVarargs
  private static CompletableFuture<IOException> first(
      Supplier<CompletableFuture<IOException>>... reasons) {
    CompletableFuture<IOException> first = CompletableFuture.completedFuture(null);
    for (Supplier<CompletableFuture<IOException>> next : reasons) {
      first =
          first.thenCompose(
              found -> found == null ? next.get() : CompletableFuture.completedFuture(found));
    }
    return first;
  }

  private static IOException missing(TableName table) {
    return new TableNotFoundException(
        table + ": RecordTable.create makes it, and the tables of its indexes and details");
  }

  private static IOException disabled(TableName table, IndexDesign<?> index) {
    return new TableNotEnabledException(place(table, index) + ", is disabled: enable it");
  }

  private static String place(TableName table, IndexDesign<?> index) {
    return index.table() + ", which index " + index.name() + " of table " + table + " is in";
  }

  private static IOException missing(TableName table, IndexDesign<?> index) {
    return new TableNotFoundException(
        place(table, index)
            + ": create it as design.tables() has it, declare the index building(), and"
            + " repairIndex(\""
            + index.name()
            + "\") before it is read");
  }
}
