package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.PackedHour;
import io.rowandb.tsdb.codec.Points;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What compaction makes of the rows of a table of points. It stands in the table's descriptor, as
 * value {@value #NOTE}, so that a program that does not know it can refuse the table. Packed
 * columns are read in any table.
 */
public enum TableFormat {
  /** OpenTSDB's columns, and nothing else. The descriptor says nothing. */
  OPENTSDB(""),

  /** Packed columns, {@link PackedHour}, where these are smaller. OpenTSDB does not read them. */
  PACKED("packed-1"),

  /** OpenTSDB's columns; there may be packed ones yet, as they are being converted back. */
  UNPACKING("unpacking-1");

  /** The name of the value in the descriptor. */
  public static final String NOTE = "ROWAN_TSDB_FORMAT";

  /** As the descriptor has it; written in tables, so never changed. */
  private final String note;

  TableFormat(String note) {
    this.note = note;
  }

  /**
   * That of a table.
   *
   * @throws IOException also when it is none that this version knows
   */
  public static TableFormat of(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return of(admin.getDescriptor(table));
    }
  }

  private static TableFormat of(TableDescriptor table) throws IOException {
    String found = table.getValue(NOTE);
    for (TableFormat each : values()) {
      if (each.note.equals(found == null ? "" : found)) {
        return each;
      }
    }
    throw new IOException(
        "table "
            + table.getTableName()
            + " has points in format "
            + Bytes.toStringBinary(Bytes.toBytes(found))
            + ", which this version does not know");
  }

  /** A table that shall have the rows of another one: with the same format. */
  public static TableDescriptor like(TableDescriptor other, TableDescriptor table) {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    String found = other.getValue(NOTE);
    return (found == null
            ? changed.removeValue(Bytes.toBytes(NOTE))
            : changed.setValue(NOTE, found))
        .build();
  }

  /**
   * Notes it in a table. The rows stay as they are.
   *
   * @throws IOException also while the table is moved to or from one of another layout, or when
   *     somebody else noted another format at the same time
   */
  void note(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor old = admin.getDescriptor(table);
      checkNotMoving(old);
      if (of(old) == this) {
        return;
      }
      TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(old);
      admin.modifyTable(
          (note.isEmpty() ? changed.removeValue(Bytes.toBytes(NOTE)) : changed.setValue(NOTE, note))
              .build());
      TableDescriptor now = admin.getDescriptor(table);
      checkNotMoving(now);
      check(now);
    }
  }

  private static void checkNotMoving(TableDescriptor table) throws IOException {
    if (MoveNotes.isMoving(table)) {
      throw new IOException(
          "the points of "
              + table.getTableName()
              + " are being moved to keys of another layout; convert them when that has ended");
    }
  }

  private void check(TableDescriptor table) throws IOException {
    check(table.getTableName(), of(table));
  }

  /**
   * A table has this format yet.
   *
   * @param now the one that it has
   * @throws IOException when that is another one
   */
  void check(TableName table, TableFormat now) throws IOException {
    if (now != this) {
      throw new IOException(
          "the format of table "
              + table
              + " is "
              + now.word()
              + " and not "
              + word()
              + " any more: it is converted or moved by another program; convert it again when that"
              + " has ended");
    }
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All points of a row in one column. */
  CompactedColumn column(long baseSeconds, Points points) {
    return this == PACKED
        ? PackedHour.smallest(baseSeconds, points)
        : CompactedColumn.of(baseSeconds, points);
  }
}
