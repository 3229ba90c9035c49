package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.pattern.async.AsyncSteps;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/** Says of a call that failed which table is not there or disabled, and what to do. */
public final class UnusableTable {
  private UnusableTable() {}

  /**
   * The failure of a call to the table of an index; another one when that, or the table of the
   * records, does not serve. Asks HBase which tables there are.
   */
  public static IOException named(
      Connection connection, TableDesign<?> design, IndexDesign<?> index, IOException failure) {
    if (index.isInTableOfRecords() || !mayBeForThat(failure)) {
      return failure;
    }
    IOException found;
    try (Admin admin = connection.getAdmin()) {
      found = reason(admin, design, index);
    } catch (IOException e) {
      failure.addSuppressed(e);
      return failure;
    }
    return found == null ? failure : (IOException) found.initCause(failure);
  }

  /** The same without a thread that waits: what the call gives, or the failure that says more. */
  public static <T> CompletableFuture<T> named(
      AsyncConnection connection,
      TableDesign<?> design,
      IndexDesign<?> index,
      CompletableFuture<T> call) {
    return call.exceptionallyCompose(
        failed -> {
          Throwable failure = AsyncSteps.cause(failed);
          if (index.isInTableOfRecords() || !mayBeForThat(failure)) {
            return CompletableFuture.failedFuture(failure);
          }
          return AsyncSteps.called(() -> reason(connection.getAdmin(), design, index))
              .exceptionally(
                  notTold -> {
                    failure.addSuppressed(notTold);
                    return null;
                  })
              .thenCompose(
                  found ->
                      CompletableFuture.failedFuture(
                          found == null ? failure : found.initCause(failure)));
        });
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

  private static IOException reason(Admin admin, TableDesign<?> design, IndexDesign<?> index)
      throws IOException {
    TableName table = design.name();
    if (!admin.tableExists(table)) {
      return missing(table);
    }
    if (!admin.tableExists(index.table())) {
      return missing(table, index);
    }
    return admin.isTableDisabled(index.table()) ? disabled(table, index) : null;
  }

  private static CompletableFuture<IOException> reason(
      AsyncAdmin admin, TableDesign<?> design, IndexDesign<?> index) {
    TableName table = design.name();
    return first(
        () -> failing(admin.tableExists(table), false, () -> missing(table)),
        () -> failing(admin.tableExists(index.table()), false, () -> missing(table, index)),
        () -> failing(admin.isTableDisabled(index.table()), true, () -> disabled(table, index)));
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
