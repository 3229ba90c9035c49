package io.rowandb.schema.design;

import com.google.errorprone.annotations.FormatMethod;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The tables of a design while it is tested: made, loaded, and dropped in the end. What loading
 * took is printed. Used by one thread.
 */
public final class Loaded implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000;

  // Fixed at construction.
  private final Connection connection;

  private final List<RecordTable<?>> tables = new ArrayList<>();
  private final List<ViewedTable<?>> viewed = new ArrayList<>();

  /** Of no tables as yet. */
  public Loaded(Connection connection) {
    this.connection = connection;
  }

  /** Makes a table, and fills it. */
  public <R> RecordTable<R> table(TableDesign<R> design, Collection<R> records) throws IOException {
    RecordTable<R> table = RecordTable.create(connection, design);
    tables.add(table);
    fill(design, records, () -> table.load(records.stream()));
    return table;
  }

  /** Makes a table and that of its view, and fills both; the table with its view. */
  public <R, V> ViewedTable<R> viewed(View<R, V> view, Collection<R> records) throws IOException {
    tables.add(RecordTable.create(connection, view.source()));
    tables.add(RecordTable.create(connection, view.target()));
    ViewedTable<R> table = ViewedTable.open(connection, view.source(), view);
    viewed.add(table);
    fill(view.source(), records, () -> table.load(records.stream()));
    return table;
  }

  /** What fills a table, and how many records it wrote. */
  @FunctionalInterface
  private interface Load {
    long run() throws IOException;
  }

  private static <R> void fill(TableDesign<R> design, Collection<R> records, Load load)
      throws IOException {
    long start = System.nanoTime();
    long count = load.run();
    long millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
    if (count > 0) {
      report(
          "%s: %d rows in %d ms, keys of %s bytes, %d regions",
          design.name(), count, millis, keyBytes(design, records), design.splitKeys().size() + 1);
    }
  }

  private static <R> String keyBytes(TableDesign<R> design, Collection<R> records) {
    var sizes =
        records.stream().mapToInt(each -> design.key().encode(each).length).summaryStatistics();
    return sizes.getMin() == sizes.getMax()
        ? Integer.toString(sizes.getMin())
        : sizes.getMin() + " to " + sizes.getMax();
  }

  /** Prints a line about a design. */
  @FormatMethod
  public static void report(String format, Object... values) {
    System.out.println(BackEnd.name() + ": " + String.format(format, values));
  }

  @Override
  public void close() throws IOException {
    for (ViewedTable<?> table : viewed) {
      table.close();
    }
    try (Admin admin = connection.getAdmin()) {
      for (RecordTable<?> table : tables) {
        table.close();
        for (NewTable each : table.design().tables()) {
          admin.disableTable(each.descriptor().getTableName());
          admin.deleteTable(each.descriptor().getTableName());
        }
      }
    }
  }
}
