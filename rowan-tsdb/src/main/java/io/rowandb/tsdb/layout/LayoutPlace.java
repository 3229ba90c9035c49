package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Where points are now, after what was moved.
 *
 * @param tables whose rows are read
 * @param layout of their keys
 * @param takesWrites whether points may be written now
 */
public record LayoutPlace(TsdbTables tables, PointKeyLayout layout, boolean takesWrites) {
  /** How old what a program knows of a place may be; a change of layout waits for twice that. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  /** Tables that were moved from one to the next. */
  private static final int MAX_MOVES = 100;

  /**
   * Looks for it.
   *
   * @param tables as somebody calls them
   * @param layout of tables that do not say theirs
   * @throws IOException also when the tables are not whole yet, as they are being filled
   */
  public static LayoutPlace find(Connection connection, TsdbTables tables, PointKeyLayout layout)
      throws IOException {
    TsdbTables at = tables;
    PointKeyLayout known = layout;
    try (Admin admin = connection.getAdmin()) {
      for (int i = 0; i < MAX_MOVES; i++) {
        Optional<TableDescriptor> found = descriptor(admin, at.data());
        if (found.isEmpty()) {
          return new LayoutPlace(at, known, true);
        }
        checkWhole(found.get());
        known = LayoutNotes.layout(found.get()).orElse(known);
        LayoutPhase phase = LayoutNotes.phase(found.get());
        if (!phase.isNewRead()) {
          return new LayoutPlace(at, known, phase.takesWrites());
        }
        TableName target = LayoutNotes.target(found.get()).orElseThrow();
        at = TsdbTables.named(target.getNameAsString());
        if (!phase.takesWrites()) {
          return new LayoutPlace(at, layoutOf(admin, at.data()), false);
        }
      }
    }
    throw new IOException(
        "table " + tables.data() + " leads to more than " + MAX_MOVES + " others; in a circle?");
  }

  private static PointKeyLayout layoutOf(Admin admin, TableName target) throws IOException {
    TableDescriptor found =
        descriptor(admin, target).orElseThrow(() -> new TableNotFoundException(target));
    return LayoutNotes.layout(found)
        .orElseThrow(() -> new IOException("table " + target + " does not say its layout"));
  }

  private static void checkWhole(TableDescriptor table) throws IOException {
    if (!LayoutNotes.isWhole(table)) {
      throw new IOException(
          "table "
              + table.getTableName()
              + " is not whole yet: it is filled from "
              + LayoutNotes.origin(table).orElseThrow());
    }
  }

  static Optional<TableDescriptor> descriptor(Admin admin, TableName name) throws IOException {
    try {
      return Optional.of(admin.getDescriptor(name));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }
}
