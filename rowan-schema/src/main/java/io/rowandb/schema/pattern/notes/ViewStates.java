package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.table.ViewNotes;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
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
    Map<TableName, TableDescriptor> there = TableNotes.read(connection, Set.of(source, view));
    return there.containsKey(view)
            && ViewNotes.isLiveViewOf(there.get(view), source)
            && ViewNotes.isKept(there.get(source), view)
        ? ViewNotes.build(there.get(view))
        : Optional.empty();
  }

  /**
   * A view is to be built before it is read, whatever its table has, unless its source keeps it
   * already.
   *
   * @param isNew whether the view's table was made just now, as one that only views are written to
   */
  public static void noteBegun(
      Connection connection, TableName source, TableName view, boolean isNew) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor records = TableNotes.read(connection, Set.of(source)).get(source);
      TableDescriptor there = admin.getDescriptor(view);
      if (!(ViewNotes.isKept(records, view) && ViewNotes.isLiveViewOf(there, source))) {
        admin.modifyTable(ViewNotes.begun(there, source, isNew));
      }
    }
  }

  /**
   * Ends when a view is kept and complete.
   *
   * @throws IOException when it is not, as when another program gave it up meanwhile
   */
  public static void checkReady(Connection connection, TableName source, TableName view)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(view);
      if (!ViewNotes.isLiveViewOf(there, source)
          || ViewNotes.build(there).isPresent()
          || !isKept(admin, source, view)) {
        throw changedMeanwhile(view);
      }
    }
  }

  private static IOException changedMeanwhile(TableName view) {
    return new IOException(
        "view "
            + view
            + " was given up or begun again while it was built: make a plan and run it once more");
  }

  /**
   * A view has all its rows.
   *
   * @param build of {@link #build}, when this began
   * @throws IOException also when the view was given up meanwhile, since when it may lack rows
   */
  public static void noteReady(
      Connection connection, TableName source, TableName view, String build) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(view);
      if (ViewNotes.isReady(there, build)) {
        return; // another program was faster
      }
      if (ViewNotes.isBuilding(there, build) && isKept(admin, source, view)) {
        admin.modifyTable(ViewNotes.ready(there));
        if (isKept(admin, source, view)) {
          return;
        }
        noteGivenUp(connection, source, view); // just now
      }
    }
    throw changedMeanwhile(view);
  }

  /** How far the last run of a build has got, as far as it was noted. */
  public static Optional<ViewNotes.Reached> reached(
      Connection connection, TableName view, String build) throws IOException {
    TableDescriptor there = TableNotes.read(connection, Set.of(view)).get(view);
    return there == null ? Optional.empty() : ViewNotes.reached(there, build);
  }

  /** A build has got so far, unless the view was given up or built meanwhile. */
  public static void noteReached(
      Connection connection,
      TableName source,
      TableName view,
      String build,
      ViewNotes.Reached reached)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(view);
      if (ViewNotes.isBuilding(there, build)) {
        admin.modifyTable(ViewNotes.withReached(there, build, reached));
        if (!isKept(admin, source, view)) {
          noteGivenUp(connection, source, view); // just now
        }
      }
    }
  }

  private static boolean isKept(Admin admin, TableName source, TableName view) throws IOException {
    return ViewNotes.isKept(admin.getDescriptor(source), view);
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

  /**
   * The views that the source's table says are being given up: no read is answered from them any
   * more. Those of other sources, and that are not there, are left alone.
   *
   * @param token of the upgrade
   * @return whether there were any
   */
  public static boolean giveUp(Connection connection, TableName source, String token)
      throws IOException {
    TableDescriptor records = TableNotes.read(connection, Set.of(source)).get(source);
    Set<String> views = records == null ? Set.of() : ViewNotes.beingGivenUp(records, token);
    for (String view : views) {
      noteGivenUp(connection, source, TableName.valueOf(view));
    }
    return !views.isEmpty();
  }

  private static void noteGivenUp(Connection connection, TableName source, TableName view)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(view); // not to be seen is not: not there
      if (ViewNotes.isLiveViewOf(there, source)) {
        admin.modifyTable(ViewNotes.givenUp(there));
      }
    } catch (TableNotFoundException e) {
      return; // nobody reads it
    }
  }
}
