package io.rowandb.cli.shell;

import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * Names of tables, snapshots, namespaces and columns, and kept designs, for tab completion, while
 * the user waits.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A query takes no longer than the wait, however large or slow the store is: it returns what
 *       was found by then. The look-up continues, and the next query gets more of it.
 *   <li>There is at most one look-up for the tables, one for the snapshots, one for the namespaces,
 *       and one for the columns of each table.
 *   <li>A look-up reads a bounded number of rows and cells.
 * </ol>
 *
 * <p>Used by one thread; look-ups run in threads of the executor.
 */
final class CompletionNames {
  /** Below what people notice as a stop. */
  static final long WAIT_MILLIS = 400;

  /** Enough for tables whose rows are alike, as most are. */
  private static final int ROWS = 100;

  /** A list of a thousand columns would not be useful. */
  private static final int CELLS_OF_FAMILY = 50;

  // Fixed at construction.
  private final Connection connection;
  private final Executor executor;
  private final long waitMillis;

  private final Map<Listed, LookUp<String>> lists = new EnumMap<>(Listed.class);
  private final Map<TableName, LookUp<Column>> columns = new HashMap<>();
  private final Map<TableName, LookUp<TableDesign<?>>> designs = new HashMap<>();

  /**
   * Asks nothing yet.
   *
   * @param executor runs what may take long
   * @param waitMillis how long an answer is waited for
   */
  CompletionNames(Connection connection, Executor executor, long waitMillis) {
    this.connection = connection;
    this.executor = executor;
    this.waitMillis = waitMillis;
  }

  private enum Listed {
    TABLES,
    SNAPSHOTS,
    NAMESPACES
  }

  /** The names of the tables that were found in time. */
  List<String> tables() {
    return listed(Listed.TABLES);
  }

  /** The names of the snapshots that were found in time. */
  List<String> snapshots() {
    return listed(Listed.SNAPSHOTS);
  }

  /** The names of the namespaces that were found in time. */
  List<String> namespaces() {
    return listed(Listed.NAMESPACES);
  }

  private List<String> listed(Listed what) {
    LookUp<String> lookUp =
        begun(Optional.ofNullable(lists.get(what)), found -> findNames(what, found));
    lists.put(what, lookUp);
    return lookUp.found().stream().sorted().toList();
  }

  /**
   * The columns that were found in time: of each family one with null as its qualifier, and those
   * of the first rows.
   */
  List<Column> columns(TableName table) {
    LookUp<Column> lookUp =
        begun(Optional.ofNullable(columns.get(table)), found -> findColumns(table, found));
    columns.put(table, lookUp);
    return lookUp.found();
  }

  /** The designs that a table keeps of its records, if they were found in time. */
  List<TableDesign<?>> designs(TableName table) {
    LookUp<TableDesign<?>> lookUp =
        begun(
            Optional.ofNullable(designs.get(table)),
            found ->
                NotedDesigns.of(connection, table)
                    .forEach(design -> found.put(design.name().getNameAsString(), design)));
    designs.put(table, lookUp);
    return lookUp.found();
  }

  private <T> LookUp<T> begun(Optional<LookUp<T>> before, Search<T> search) {
    LookUp<T> lookUp =
        before.filter(each -> !each.task.isDone()).orElseGet(() -> begin(new LookUp<>(search)));
    lookUp.await(waitMillis);
    return lookUp;
  }

  private <T> LookUp<T> begin(LookUp<T> lookUp) {
    executor.execute(lookUp.task);
    return lookUp;
  }

  private void findNames(Listed what, Map<String, String> found) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      Stream<String> names =
          switch (what) {
            case TABLES -> Stream.of(admin.listTableNames()).map(TableName::getNameAsString);
            case SNAPSHOTS -> admin.listSnapshots().stream().map(SnapshotDescription::getName);
            case NAMESPACES ->
                Stream.of(admin.listNamespaceDescriptors()).map(NamespaceDescriptor::getName);
          };
      names.forEach(name -> found.put(name, name));
    }
  }

  private void findColumns(TableName table, Map<String, Column> found) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (ColumnFamilyDescriptor family : admin.getDescriptor(table).getColumnFamilies()) {
        add(new Column(family.getName(), null), found);
      }
    }
    Scan scan =
        new Scan()
            .setLimit(ROWS)
            .setCacheBlocks(false)
            .setMaxResultsPerColumnFamily(CELLS_OF_FAMILY)
            .setFilter(new KeyOnlyFilter());
    try (Table open = connection.getTable(table);
        ResultScanner rows = open.getScanner(scan)) {
      for (Result row = rows.next(); row != null && !Thread.interrupted(); row = rows.next()) {
        for (Cell cell : row.rawCells()) {
          add(new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)), found);
        }
      }
    }
  }

  private static void add(Column column, Map<String, Column> found) {
    found.putIfAbsent(
        Arrays.toString(column.family()) + Arrays.toString(column.qualifier()), column);
  }

  private interface Search<T> {
    void into(Map<String, T> found) throws IOException;
  }

  /** One look-up, and what it has found so far. */
  private static final class LookUp<T> {
    private final Map<String, T> found = Collections.synchronizedMap(new LinkedHashMap<>());
    private final FutureTask<Void> task;

    LookUp(Search<T> search) {
      task =
          new FutureTask<>(
              () -> {
                search.into(found);
                return null;
              });
    }

    void await(long millis) {
      try {
        task.get(millis, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // It goes on: what is found by now is the answer.
      } catch (ExecutionException e) {
        // The table is not there, or disabled, or the store fails, which the command will say.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    List<T> found() {
      synchronized (found) {
        return new ArrayList<>(found.values());
      }
    }
  }
}
