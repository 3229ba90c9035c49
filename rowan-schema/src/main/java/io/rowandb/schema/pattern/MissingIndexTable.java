package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** Says which index it is whose table is not there, and what to do. */
final class MissingIndexTable {
  private MissingIndexTable() {}

  /** The failure of a call to the table of an index; another one when that is not there. */
  static IOException named(TableDesign<?> design, IndexDesign<?> index, IOException failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      boolean missing =
          each instanceof TableNotFoundException
              || (each instanceof RetriesExhaustedWithDetailsException many
                  && many.getCauses().stream().anyMatch(TableNotFoundException.class::isInstance));
      if (missing && !index.isInTableOfRecords()) {
        return (IOException)
            new TableNotFoundException(message(design.name(), index)).initCause(failure);
      }
    }
    return failure;
  }

  private static String message(TableName table, IndexDesign<?> index) {
    return index.table()
        + ", which index "
        + index.name()
        + " of table "
        + table
        + " is in: create it as design.tables() has it, declare the index building(), and"
        + " repairIndex(\""
        + index.name()
        + "\") before it is read";
  }
}
