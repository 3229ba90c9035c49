package io.rowandb.load;

import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * Reads the records of a table that nobody writes.
 *
 * @param store where it is, for messages and names
 */
record TableReading<R>(Connection connection, String store, TableDesign<R> design) {
  static <R> TableReading<R> of(Connection connection, TableDesign<R> design) throws IOException {
    if (design.expiry().isPresent()) {
      throw new IllegalArgumentException(
          "table "
              + design.name()
              + " has records that expire, and those of files would not: read and put them");
    }
    String store;
    if (StoreTarget.isNamedBy(connection.getConfiguration())) {
      try (StoreTarget own = StoreTarget.of(connection.getConfiguration())) {
        store = own.store();
      }
    } else {
      store = ClusterTarget.nameOf(connection);
    }
    return new TableReading<>(connection, store, design);
  }

  String name() {
    return "table " + design.name() + " of " + store;
  }

  /** What tells it from another table that has its name later: when its oldest region was made. */
  String state() throws IOException {
    try (RegionLocator regions = connection.getRegionLocator(design.name())) {
      long made = Long.MAX_VALUE;
      for (HRegionLocation each : regions.getAllRegionLocations()) {
        made = Math.min(made, each.getRegion().getRegionId());
      }
      if (made == Long.MAX_VALUE) {
        throw new TableNotFoundException(design.name());
      }
      return "a region made at " + made;
    }
  }

  /**
   * Makes sure that it has the same records at the beginning and the end.
   *
   * @throws IllegalStateException when a table of it may be written
   */
  private void requireReadOnly() throws IOException {
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
  }

  /** Begins to read. */
  RecordSource.Reading<R> open() throws IOException {
    requireReadOnly();
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
    return new RecordSource.IteratorReading<>(untilItsEnd(opened.iterator()), opened::close);
  }

  private Iterator<R> untilItsEnd(Iterator<R> records) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        boolean has = records.hasNext();
        try {
          if (!has) {
            requireReadOnly();
          }
        } catch (IllegalStateException e) {
          throw new UncheckedIOException(new IOException(e.getMessage(), e));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return has;
      }

      @Override
      public R next() {
        return records.next();
      }
    };
  }

  private static void close(RecordTable<?> table) {
    try {
      table.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
