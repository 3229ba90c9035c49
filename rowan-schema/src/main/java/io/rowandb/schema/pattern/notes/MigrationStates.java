package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.MigrationNotes;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.ViewNotes;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** Reads and writes what tables know about the move of their records ({@link MigrationNotes}). */
public final class MigrationStates {
  private MigrationStates() {}

  /**
   * How far records are moved from one table to another.
   *
   * @param phase {@link MigrationPhase#ENDED} also when only the new table is there, or it has the
   *     records already, whatever the other one is
   * @param isWritten whether programs that write the old table write the new one too
   * @param isOfOld whether the new table knows itself to be a view of the old one
   */
  public record Seen(MigrationPhase phase, boolean isWritten, boolean isOfOld) {}

  /**
   * Asks the tables.
   *
   * @throws TableNotFoundException when neither is there
   * @throws AccessDeniedException when this user may not see a descriptor
   * @throws IllegalStateException when the records of the old one are moved elsewhere
   */
  public static Seen of(Connection connection, TableName old, TableName target) throws IOException {
    Map<TableName, TableDescriptor> there = TableNotes.read(connection, Set.of(old, target));
    Optional<TableDescriptor> former = Optional.ofNullable(there.get(old));
    Optional<TableDescriptor> next = Optional.ofNullable(there.get(target));
    boolean isOfOld = next.flatMap(ViewNotes::sourceOf).stream().anyMatch(old::equals);
    if (next.filter(table -> MigrationNotes.isFrom(table, old)).isPresent()) {
      return new Seen(MigrationPhase.ENDED, /* isWritten= */ false, isOfOld);
    }
    if (former.isEmpty()) {
      checkAbsent(connection, old);
      if (next.isEmpty()) {
        checkAbsent(connection, target);
        throw new TableNotFoundException(
            old + " is not there, and neither is " + target + ", to which its records would go");
      }
      if (isOfOld) {
        throw new TableNotFoundException(
            old + " is not there, and " + target + " is still a view of it: it may lack records");
      }
      return new Seen(MigrationPhase.ENDED, /* isWritten= */ false, isOfOld);
    }
    checkTarget(former.get(), target);
    return new Seen(
        MigrationNotes.phase(former.get()),
        MigrationNotes.isWritten(former.get(), target),
        isOfOld);
  }

  /** A table without a descriptor may be one that this user may not see. */
  private static void checkAbsent(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(table)) {
        throw new AccessDeniedException(
            "this user may not see the descriptor of table "
                + table
                + ", which tells whether its records are being moved");
      }
    }
  }

  private static void checkTarget(TableDescriptor old, TableName target) {
    MigrationNotes.target(old)
        .filter(noted -> !noted.equals(target))
        .ifPresent(
            noted -> {
              throw new IllegalStateException(
                  "the records of table "
                      + old.getTableName()
                      + " are being moved to "
                      + noted
                      + ", and not to "
                      + target);
            });
  }

  /**
   * Ends when nothing but the new table follows the old one.
   *
   * @throws IllegalStateException when the old one has views, or is one
   */
  public static void checkAlone(Connection connection, TableName old, TableName target)
      throws IOException {
    TableDescriptor there = TableNotes.read(connection, Set.of(old)).get(old);
    if (there != null && (ViewNotes.sourceOf(there).isPresent() || hasOthers(there, target))) {
      throw new IllegalStateException(
          "table "
              + old
              + " is a view or has views besides "
              + target
              + ": give them up first, and declare them again of the new table");
    }
  }

  /**
   * Ends when a table may have views from now on: while its records are moved, the new table is
   * one, and no program but the one that moves them gives it up.
   *
   * @param views all that it is to have
   * @throws IllegalStateException when its records are being moved, or were moved
   */
  public static void checkViews(Connection connection, TableName source, Set<TableName> views)
      throws IOException {
    TableDescriptor there = TableNotes.read(connection, Set.of(source)).get(source);
    if (there == null) {
      return;
    }
    MigrationPhase phase = MigrationNotes.phase(there);
    boolean isOfMove =
        phase.isLenient()
            && (views.isEmpty()
                || MigrationNotes.target(there).map(Set::of).equals(Optional.of(views)));
    if (phase != MigrationPhase.NONE && !isOfMove) {
      throw new IllegalStateException(
          "the records of table "
              + source
              + " are moved to "
              + MigrationNotes.target(there).orElseThrow()
              + ", in the phase "
              + phase
              + ", and its views stay as they are: end the move, or cancel it, by a MigrationRun,"
              + " and declare views of the table that has the records then");
    }
  }

  /**
   * Ends when a design of the old table has all that the table knows of its rows: who moves them by
   * an older one leaves behind what that lacks.
   *
   * @throws IllegalStateException naming what it lacks
   */
  public static void checkWhole(Connection connection, TableDesign<?> old) throws IOException {
    TableDescriptor there = TableNotes.read(connection, Set.of(old.name())).get(old.name());
    List<String> unseen = there == null ? List.of() : DesignNotes.unseen(old, there);
    if (!unseen.isEmpty()) {
      throw new IllegalStateException(
          "table "
              + old.name()
              + " has what this design of it lacks, and the new table would lack: "
              + unseen
              + ". Declare it; or, if nobody needs it any more, let an UpgradePlan of the old table"
              + " note the design without it first");
    }
  }

  private static boolean hasOthers(TableDescriptor old, TableName target) {
    return ViewNotes.written(old).orElse(Set.of()).stream()
        .anyMatch(view -> !view.equals(target.getNameAsString()));
  }

  /**
   * The old table is in another phase from now on, with all its regions.
   *
   * @param from the phases in which it may be before, besides that one
   * @throws TableNotFoundException when it is not there
   * @throws IllegalStateException when its records are moved elsewhere, or it is in another phase
   */
  public static void note(
      Connection connection,
      TableName old,
      TableName target,
      Set<MigrationPhase> from,
      MigrationPhase phase)
      throws IOException {
    note(connection, old, target, from, phase, OptionalLong.empty());
  }

  /**
   * The tables were compared, and the end begins.
   *
   * @param sinceMillis when the comparison began, since 1970: whoever goes on after the death of
   *     this program looks at what is younger alone
   * @throws IllegalStateException as {@link #note}
   */
  public static void noteEnding(
      Connection connection, TableName old, TableName target, long sinceMillis) throws IOException {
    Set<MigrationPhase> before = EnumSet.of(MigrationPhase.SWITCHED);
    OptionalLong since = OptionalLong.of(sinceMillis);
    note(connection, old, target, before, MigrationPhase.ENDING, since);
  }

  /** Since when the new table may lack what is in the old one; 0 if that is not known. */
  public static long comparedMillis(Connection connection, TableName old) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return MigrationNotes.comparedMillis(admin.getDescriptor(old));
    }
  }

  private static void note(
      Connection connection,
      TableName old,
      TableName target,
      Set<MigrationPhase> from,
      MigrationPhase phase,
      OptionalLong sinceMillis)
      throws IOException {
    CheckedDesigns.forget(connection);
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(old);
      checkTarget(there, target);
      MigrationPhase before = MigrationNotes.phase(there);
      if (before != phase && !from.contains(before)) {
        throw new IllegalStateException(
            "the records of "
                + old
                + " are in the phase "
                + before
                + ", which another program has noted meanwhile, and not in one of "
                + from);
      }
      TableDescriptor noted = MigrationNotes.in(phase, there, target);
      if (sinceMillis.isPresent()) {
        noted = MigrationNotes.withCompared(noted, sinceMillis.getAsLong());
      }
      if (!noted.equals(there) || phase == MigrationPhase.FENCING) {
        admin.modifyTable(noted); // or its regions may still be reopened, since whoever did so died
      }
    }
  }

  /** Whether the old table is there, and not another of its name that was made since. */
  public static boolean isThere(Connection connection, TableName old, TableName target)
      throws IOException {
    return Optional.ofNullable(TableNotes.read(connection, Set.of(old)).get(old))
        .filter(table -> MigrationNotes.target(table).stream().anyMatch(target::equals))
        .isPresent();
  }

  /** The new table has the records of the old one, whatever will have its name. */
  public static void noteOrigin(Connection connection, TableName old, TableName target)
      throws IOException {
    CheckedDesigns.forget(connection);
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(target);
      if (!MigrationNotes.isFrom(there, old)) {
        admin.modifyTable(MigrationNotes.withOrigin(there, old));
      }
    }
  }
}
