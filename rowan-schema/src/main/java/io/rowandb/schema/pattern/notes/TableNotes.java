package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DesignGap;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.DesignStates;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.ViewNotes;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Reads and writes what tables know about a design ({@link DesignNotes}), with calls of {@code
 * Admin}. A user who may not see descriptors finds no notes, as for a table that does not exist.
 */
public final class TableNotes {
  /** Others may change a descriptor meanwhile, but not all the time. */
  private static final int MOST_ATTEMPTS = 5;

  private TableNotes() {}

  /** Lets what is known of tables be asked for anew, when they seem to have changed. */
  public static void forget(Connection connection) {
    CheckedDesigns.forget(connection);
  }

  /**
   * What reads of a design's tables must not rely on.
   *
   * @param lease how old what is known of that may be
   * @throws ChangedDesignException when the tables were made by another design
   */
  public static ReadStates states(Connection connection, TableDesign<?> design, Duration lease)
      throws IOException {
    Since now = Since.now();
    DesignStates states =
        CheckedDesigns.states(connection, design, lease, () -> read(connection, design));
    Since before = CheckedDesigns.since(connection, design); // as of what it told, or later
    return new ReadStates(
        states,
        before == null || before.nanos() - now.nanos() > 0 ? now : before,
        known -> {
          Map<TableName, TableDescriptor> there = read(connection, design);
          DesignNotes.check(design, there);
          return DesignStates.of(design, there);
        },
        lease);
  }

  /** The indexes of a design that are not complete, and what each is, at this moment. */
  public static Map<String, String> unbuiltNow(Connection connection, TableDesign<?> design)
      throws IOException {
    return DesignNotes.unbuilt(design, read(connection, design));
  }

  /** Whether programs that an upgrade refuses may still write records. */
  public static boolean awaitsNow(Connection connection, TableDesign<?> design) throws IOException {
    return gap(connection, design).awaits();
  }

  private static Map<TableName, TableDescriptor> read(Connection connection, TableDesign<?> design)
      throws IOException {
    return read(connection, DesignNotes.tables(design));
  }

  static Map<TableName, TableDescriptor> read(Connection connection, Iterable<TableName> tables)
      throws IOException {
    try (WaitingCarrier carrier = new WaitingCarrier(connection)) {
      return Steps.ended(DesignLease.look(carrier, tables));
    }
  }

  /**
   * An index is about to be built: from now on all writers must maintain it.
   *
   * @return {@link DesignNotes#build}, for {@link #noteBuilt}
   * @throws ChangedDesignException when the tables are of another design since they were opened,
   *     whose entries this one would remove
   */
  public static String noteBegun(Connection connection, TableDesign<?> design, IndexDesign<?> index)
      throws IOException {
    Map<TableName, TableDescriptor> there = read(connection, design);
    DesignNotes.checkKnown(there);
    DesignNotes.check(design, there);
    try (Admin admin = connection.getAdmin()) {
      for (TableDescriptor table : DesignNotes.begun(design, index, there)) {
        admin.modifyTable(table);
      }
    }
    return DesignNotes.build(index, read(connection, design));
  }

  /**
   * All records have their entries in an index.
   *
   * @param build what it was when this began
   * @throws ChangedDesignException when the tables are of another design meanwhile
   * @throws IOException also when it was given up meanwhile, since when records may lack entries
   */
  public static void noteBuilt(
      Connection connection, TableDesign<?> design, IndexDesign<?> index, String build)
      throws IOException {
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
      Map<TableName, TableDescriptor> there = read(connection, design);
      if (!DesignNotes.unbuilt(design, there).containsKey(index.name())) {
        return;
      }
      DesignNotes.checkKnown(there);
      DesignNotes.check(design, there);
      if (!Objects.equals(build, DesignNotes.build(index, there))) {
        throw new IOException(
            "index "
                + index.name()
                + " was given up and begun again while it was repaired: repair it once more");
      }
      try (Admin admin = connection.getAdmin()) {
        admin.modifyTable(DesignNotes.built(design, there.get(index.table()), index));
      }
    }
    throw new IOException(
        "index "
            + index.name()
            + " is built, and "
            + index.table()
            + " does not keep it in its descriptor, which others change all the time");
  }

  /**
   * An index cannot be built, for a reason that reads are told.
   *
   * @param build what it was when this began
   */
  public static void noteFailed(
      Connection connection,
      TableDesign<?> design,
      IndexDesign<?> index,
      String build,
      String reason)
      throws IOException {
    Map<TableName, TableDescriptor> there = read(connection, design);
    boolean same = Objects.equals(build, DesignNotes.build(index, there));
    if (same && DesignNotes.unbuilt(design, there).containsKey(index.name())) {
      try (Admin admin = connection.getAdmin()) {
        admin.modifyTable(DesignNotes.failed(there.get(index.table()), index, reason));
      }
    }
  }

  /**
   * What tables lack to be those of a design.
   *
   * @throws ChangedDesignException when they never can be
   */
  public static DesignGap gap(Connection connection, TableDesign<?> design) throws IOException {
    return DesignGap.between(design, read(connection, DesignGap.tables(design)));
  }

  /**
   * The tables are of this design from now on, while programs of another may be at work. Each is
   * read and compared again just before it is written, since others may note something too.
   *
   * @param token of this upgrade, for {@link #end}
   * @param planned what the upgrade is to do
   * @throws ChangedDesignException when the tables cannot fit the design any more
   * @throws IllegalStateException as {@link DesignGap#checkEnds} and {@link DesignGap#checkForms}
   */
  public static void begin(
      Connection connection, TableDesign<?> design, String token, DesignGap planned)
      throws IOException {
    CheckedDesigns.forget(connection);
    try (Admin admin = connection.getAdmin()) {
      Map<TableName, TableDescriptor> former = new HashMap<>();
      List<TableName> tables =
          DesignNotes.begun(design, compared(connection, design, former, planned), token).stream()
              .map(TableDescriptor::getTableName)
              .toList();
      for (TableName table : tables) {
        Map<TableName, TableDescriptor> there = compared(connection, design, former, planned);
        for (TableDescriptor now : DesignNotes.begun(design, there, token)) {
          if (now.getTableName().equals(table)) {
            modifyIfOther(admin, now);
          }
        }
        former.put(table, there.get(table));
      }
    }
  }

  /**
   * The tables, which a plan fits still.
   *
   * @param former what this upgrade has written, as it was before: while one table has the names of
   *     fields that are renamed and another has not, an index seems to have another form
   */
  private static Map<TableName, TableDescriptor> compared(
      Connection connection,
      TableDesign<?> design,
      Map<TableName, TableDescriptor> former,
      DesignGap planned)
      throws IOException {
    Map<TableName, TableDescriptor> there = read(connection, DesignGap.tables(design));
    DesignGap.between(design, there).checkEnds(planned);
    Map<TableName, TableDescriptor> others = new HashMap<>(there);
    others.putAll(former);
    DesignGap.between(design, others).checkForms(planned);
    return there;
  }

  /**
   * Ends when the table still has the design that an upgrade noted: of two at once, one may have
   * written over the other's.
   *
   * @throws IllegalStateException when it has another
   */
  public static void checkNoted(Connection connection, TableDesign<?> design) throws IOException {
    Map<TableName, TableDescriptor> there = read(connection, design);
    if (!DesignNotes.isNoted(design, there) || !DesignNotes.hasPlaces(design, there)) {
      throw new IllegalStateException(
          "another program has noted another design of table "
              + design.name()
              + " during this upgrade: make a plan anew");
    }
  }

  /** No program of another design than the one of an upgrade is at work any more. */
  public static void end(Connection connection, TableDesign<?> design, String token)
      throws IOException {
    CheckedDesigns.forget(connection);
    try (Admin admin = connection.getAdmin()) {
      Optional<TableDescriptor> ended =
          DesignNotes.ended(admin.getDescriptor(design.name()), token);
      if (ended.isPresent()) {
        admin.modifyTable(ended.get());
      }
    }
  }

  /** HBase opens all regions of a table anew. */
  private static void modifyIfOther(Admin admin, TableDescriptor table) throws IOException {
    if (!admin.getDescriptor(table.getTableName()).equals(table)) {
      admin.modifyTable(table);
    }
  }

  /** The tables are of this design from now on. */
  public static void declare(Connection connection, TableDesign<?> design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : DesignNotes.tables(design)) {
        admin.getDescriptor(table); // else it is not there, and this says so
      }
      Map<TableName, TableDescriptor> there = read(connection, design);
      DesignNotes.checkKnown(there);
      for (TableDescriptor table : DesignNotes.declared(design, there)) {
        admin.modifyTable(freed(connection, table));
      }
    }
  }

  /** Without what it says of views, when no program writes it as one. */
  private static TableDescriptor freed(Connection connection, TableDescriptor table)
      throws IOException {
    Optional<TableName> source = ViewNotes.sourceOf(table);
    return source.isEmpty()
        ? table
        : ViewNotes.freed(table, read(connection, Set.of(source.get())).get(source.get()));
  }
}
