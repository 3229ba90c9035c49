package io.rowandb.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The loads of a table that are done, in a table beside it, whose name ends in {@code _loads}:
 *
 * <pre>
 *  row                       l:records            l:state
 *  the load's name, UTF-8    how many, decimal    what its source was like, UTF-8
 * </pre>
 *
 * In a store a note comes with the records, in one step. Used by one thread.
 */
final class LoadNotes {
  static final byte[] FAMILY = Bytes.toBytes("l");

  private static final byte[] RECORDS = Bytes.toBytes("records");
  private static final byte[] STATE = Bytes.toBytes("state");

  /**
   * The attribute that tells whose loads the table has: the name of the table of the records, and
   * what that table has in the same attribute since its first load.
   */
  private static final String OWNER = "rowan.loads";

  private final Connection connection;
  private final TableName records;
  private final TableName name;

  LoadNotes(Connection connection, TableName records) {
    this.connection = connection;
    this.records = records;
    name =
        TableName.valueOf(
            records.getNamespaceAsString(), records.getQualifierAsString() + "_loads");
  }

  TableName table() {
    return name;
  }

  /** Makes the table if it is not there. */
  void create() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(OWNER, owner(identity(admin)))
                .build());
      }
    } catch (TableExistsException e) {
      requireOwn(); // another program was faster
    }
    requireOwn();
  }

  /** What the table of the records has as long as it is there. */
  private String identity(Admin admin) throws IOException {
    TableDescriptor there = admin.getDescriptor(records);
    String known = there.getValue(OWNER);
    if (known != null) {
      return known;
    }
    String given = UUID.randomUUID().toString();
    admin.modifyTable(TableDescriptorBuilder.newBuilder(there).setValue(OWNER, given).build());
    return admin.getDescriptor(records).getValue(OWNER);
  }

  private String owner(String identity) {
    return records.getNameAsString() + " " + identity;
  }

  private void requireOwn() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      String owner = admin.getDescriptor(name).getValue(OWNER);
      if (owner == null || !owner.startsWith(owner(""))) {
        throw new IllegalStateException(
            "table "
                + name
                + " is to tell which loads of "
                + records
                + " are done, and is another: it lacks the attribute "
                + OWNER);
      }
      if (!owner.equals(owner(admin.getDescriptor(records).getValue(OWNER)))) {
        throw new IllegalStateException(
            "table "
                + name
                + " tells of loads into another table "
                + records
                + ", which was dropped: drop it too");
      }
    }
  }

  private boolean isThere() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(name);
    }
  }

  /** What there is of a load. */
  Optional<LoadNote> find(String load) throws IOException {
    if (!isThere()) {
      return Optional.empty();
    }
    requireOwn();
    try (Table table = connection.getTable(name)) {
      Result found = table.get(new Get(row(load)));
      return found.isEmpty() ? Optional.empty() : Optional.of(note(found));
    }
  }

  /** All, by their names. */
  List<LoadNote> all() throws IOException {
    List<LoadNote> notes = new ArrayList<>();
    if (isThere()) {
      requireOwn();
      try (Table table = connection.getTable(name);
          ResultScanner found = table.getScanner(new Scan())) {
        found.forEach(each -> notes.add(note(each)));
      }
    }
    return notes;
  }

  /** Forgets a load; whether there was a note of it. */
  boolean forget(String load) throws IOException {
    boolean known = find(load).isPresent();
    if (known) {
      try (Table table = connection.getTable(name)) {
        table.delete(new Delete(row(load)));
      }
    }
    return known;
  }

  /** What notes a load; its cells get the time of the load's others. */
  static Put noting(String load, String state, long count) {
    return new Put(row(load))
        .addColumn(FAMILY, RECORDS, Bytes.toBytes(Long.toString(count)))
        .addColumn(FAMILY, STATE, Bytes.toBytes(state));
  }

  private static byte[] row(String load) {
    return load.getBytes(StandardCharsets.UTF_8);
  }

  private static LoadNote note(Result row) {
    Cell cell = row.rawCells()[0];
    byte[] count = row.getValue(FAMILY, RECORDS);
    byte[] state = row.getValue(FAMILY, STATE);
    return new LoadNote(
        Bytes.toString(row.getRow()),
        state == null ? "" : Bytes.toString(state),
        count == null ? 0 : Long.parseLong(Bytes.toString(count)),
        cell.getTimestamp());
  }
}
