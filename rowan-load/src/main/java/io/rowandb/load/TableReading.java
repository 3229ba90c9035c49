package io.rowandb.load;

import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** Reads the records of a table that nobody writes. */
record TableReading<R>(Connection connection, TableDesign<R> design) {
  /**
   * What makes sure that it is the same each time.
   *
   * @throws IllegalStateException when a table of it may be written
   */
  String state() throws IOException {
    List<TableName> tables = new ArrayList<>(List.of(design.name()));
    for (DetailMapping<R, ?> each : design.details()) {
      if (each instanceof TallDetails<R, ?> tall) {
        tables.add(tall.table());
      }
    }
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : tables) {
        if (!admin.getDescriptor(each).isReadOnly()) {
          throw new IllegalStateException(
              "table "
                  + each
                  + " may be written while its records are read, and some would be missing: first"
                  + " alter '"
                  + each
                  + "', READONLY => 'true'");
        }
      }
    }
    return "read-only";
  }

  /** Begins to read. */
  RecordSource.Reading<R> open() throws IOException {
    RecordTable<R> table = RecordTable.open(connection, design);
    Stream<R> records = null;
    try {
      records = table.all().allowFullScan().stream();
    } finally {
      if (records == null) {
        table.close();
      }
    }
    Stream<R> opened = records.onClose(() -> close(table));
    return new RecordSource.IteratorReading<>(opened.iterator(), opened::close);
  }

  private static void close(RecordTable<?> table) {
    try {
      table.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
