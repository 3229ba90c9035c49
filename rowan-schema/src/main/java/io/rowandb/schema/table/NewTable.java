package io.rowandb.schema.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A table as a design needs it. Its arrays are never changed.
 *
 * @param descriptor its name, families, and notes about the design
 * @param splitKeys the first rows of its initial regions except the first; may be empty
 * @param index the index whose entries it is for, if any
 */
public record NewTable(
    TableDescriptor descriptor, List<byte[]> splitKeys, Optional<OfIndex> index) {
  /**
   * An index with a table of its own.
   *
   * @param records the table of the records
   */
  public record OfIndex(String name, TableName records) {}

  static NewTable of(TableName name, ColumnFamilyDescriptor family, List<byte[]> splitKeys) {
    return new NewTable(
        TableDescriptorBuilder.newBuilder(name).setColumnFamily(family).build(),
        splitKeys,
        Optional.empty());
  }

  /** Of the entries of an index of some records, with what it knows of their design. */
  static NewTable of(IndexDesign<?> index, TableName records, Map<String, String> notes) {
    NewTable table = of(index.table(), index.family(), index.splitKeys());
    return new NewTable(
        NewNotes.with(table.descriptor, notes),
        table.splitKeys,
        Optional.of(new OfIndex(index.name(), records)));
  }

  /** The same with more in its descriptor. */
  NewTable with(Map<String, String> notes) {
    return new NewTable(NewNotes.with(descriptor, notes), splitKeys, index);
  }

  /**
   * Makes it. The table of an index whose records are there already knows that it is to be built:
   * until then no read uses the index.
   *
   * @throws TableExistsException when it is there
   */
  public void create(Admin admin) throws IOException {
    TableDescriptor made =
        index.isPresent() && hasRows(admin, index.get().records())
            ? NewNotes.building(descriptor, index.get().name())
            : descriptor;
    if (splitKeys.isEmpty()) {
      admin.createTable(made);
    } else {
      admin.createTable(made, splitKeys.toArray(byte[][]::new));
    }
  }

  /**
   * Makes all of them or none, so that no table is left behind alone.
   *
   * @throws TableExistsException when one of them is there
   * @throws IOException when one cannot be made; those before it are removed again
   */
  public static void createAll(Admin admin, List<NewTable> tables) throws IOException {
    for (NewTable table : tables) {
      if (admin.tableExists(table.name())) {
        throw new TableExistsException(table.name());
      }
    }
    List<NewTable> made = new ArrayList<>();
    try {
      for (NewTable table : tables) {
        table.create(admin);
        made.add(table);
      }
    } catch (IOException | RuntimeException e) {
      made.forEach(table -> table.remove(admin, e));
      throw e;
    }
  }

  private void remove(Admin admin, Exception reason) {
    try {
      admin.disableTable(name());
      admin.deleteTable(name());
    } catch (IOException | RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  private TableName name() {
    return descriptor.getTableName();
  }

  private static boolean hasRows(Admin admin, TableName name) throws IOException {
    if (!admin.tableExists(name)) {
      return false;
    }
    if (!admin.isTableEnabled(name)) {
      return true; // nobody can tell
    }
    try (Table table = admin.getConnection().getTable(name);
        ResultScanner rows = table.getScanner(new Scan().setLimit(1))) {
      return rows.next() != null;
    }
  }
}
