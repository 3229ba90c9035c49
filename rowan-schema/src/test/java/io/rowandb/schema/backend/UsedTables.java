package io.rowandb.schema.backend;

import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Tables that the many runs of a test use one after the other, each of which begins with none of
 * the rows of the one before.
 *
 * <p>Rows are deleted, which is quick. But deleted cells stay where they were, and each scan passes
 * them all; so the tables are truncated now and then. Not on HBase, where there are fewer runs and
 * a truncation takes a second.
 */
public final class UsedTables {
  private static final int RUNS_UNTIL_TRUNCATED = 50;

  // Fixed at construction.
  private final Connection connection;
  private final Set<TableName> names;

  private int runs;

  public UsedTables(Connection connection, Set<TableName> names) {
    this.connection = connection;
    this.names = Set.copyOf(names);
  }

  /** Nobody may be reading or writing meanwhile. */
  public void empty() throws IOException {
    runs++;
    boolean truncated = runs % RUNS_UNTIL_TRUNCATED == 0 && !BackEnd.isHBase();
    for (TableName name : names) {
      if (truncated) {
        truncate(name);
      } else {
        deleteRows(name);
      }
    }
  }

  private void truncate(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(name);
      admin.truncateTable(name, /* preserveSplits= */ true);
    }
  }

  private void deleteRows(TableName name) throws IOException {
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(new Scan())) {
      List<Delete> deletes = new ArrayList<>();
      rows.forEach(row -> deletes.add(new Delete(row.getRow(), latest(row))));
      table.delete(deletes);
    }
  }

  /** Several writes of a row in one millisecond have times ahead of the clock's. */
  private static long latest(Result row) {
    return Stream.of(row.rawCells()).mapToLong(Cell::getTimestamp).max().orElseThrow();
  }
}
