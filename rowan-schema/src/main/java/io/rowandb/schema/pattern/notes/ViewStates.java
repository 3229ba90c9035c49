package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.table.ViewNotes;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Reads and writes what tables of views know about themselves ({@link ViewNotes}). */
public final class ViewStates {
  private ViewStates() {}

  /**
   * Since when a view is not complete, if all programs that write its source keep it; else, and
   * when it is complete, and of tables that know nothing about views, empty.
   */
  public static Optional<String> build(Connection connection, TableName source, TableName view)
      throws IOException {
    var there = TableNotes.read(connection, Set.of(source, view));
    return there.containsKey(view) && ViewNotes.isKept(there.get(source), view)
        ? ViewNotes.build(there.get(view))
        : Optional.empty();
  }

  /**
   * A view has all its rows.
   *
   * @param build of {@link #build}, when this began
   * @throws IOException also when the view was given up meanwhile, since when it may lack rows
   */
  public static void noteReady(Connection connection, TableName view, String build)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(view);
      if (!ViewNotes.isBuilding(there, build)) {
        throw new IOException(
            "view "
                + view
                + " was given up, or built by another program, while it was built: build it once"
                + " more");
      }
      admin.modifyTable(ViewNotes.ready(there));
    }
  }

  /** A view cannot be built, for a reason that reads are told. */
  public static void noteFailed(Connection connection, TableName view, String build, String reason)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(view);
      if (ViewNotes.isBuilding(there, build)) {
        admin.modifyTable(ViewNotes.failed(there, reason));
      }
    }
  }

  /** No program keeps a view any more; nothing happens when its table is not there. */
  public static void noteGivenUp(Connection connection, TableName view) throws IOException {
    TableDescriptor there = TableNotes.read(connection, Set.of(view)).get(view);
    if (there != null && !ViewNotes.isGivenUp(there)) {
      try (Admin admin = connection.getAdmin()) {
        admin.modifyTable(ViewNotes.givenUp(there));
      }
    }
  }
}
