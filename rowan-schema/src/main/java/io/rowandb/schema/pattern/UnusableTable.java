package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/** Says of a call that failed which table is not there or disabled, and what to do. */
final class UnusableTable {
  private UnusableTable() {}

  /**
   * The failure of a call to the table of an index; another one when that, or the table of the
   * records, does not serve. Asks HBase which tables there are.
   */
  static IOException named(
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

  private static boolean mayBeForThat(IOException failure) {
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
      return new TableNotFoundException(
          table + ": RecordTable.create makes it, and the tables of its indexes and details");
    }
    if (!admin.tableExists(index.table())) {
      return new TableNotFoundException(missing(table, index));
    }
    return admin.isTableDisabled(index.table())
        ? new TableNotEnabledException(place(table, index) + ", is disabled: enable it")
        : null;
  }

  private static String place(TableName table, IndexDesign<?> index) {
    return index.table() + ", which index " + index.name() + " of table " + table + " is in";
  }

  private static String missing(TableName table, IndexDesign<?> index) {
    return place(table, index)
        + ": create it as design.tables() has it, declare the index building(), and"
        + " repairIndex(\""
        + index.name()
        + "\") before it is read";
  }
}
