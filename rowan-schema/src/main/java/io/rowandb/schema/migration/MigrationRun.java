package io.rowandb.schema.migration;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.notes.MigrationStates;
import io.rowandb.schema.pattern.notes.ViewStates;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import io.rowandb.schema.view.FrozenSource;
import io.rowandb.schema.view.RangeCounts;
import io.rowandb.schema.view.ViewCounts;
import io.rowandb.schema.view.ViewPlan;
import io.rowandb.schema.view.ViewedTable;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Moves the records of a live table to another one, phase by phase, while programs read and write
 * through a {@link MigratedTable}:
 *
 * <pre>{@code
 * MigrationRun<Call> run = MigrationRun.of(connection, toHashed);
 * run.copy();         // both are written from now on, and the new one gets what the old one has
 * run.switchReads();  // compared, then the new one is read
 * run.end();          // the new one alone is written; until here switchBack() and cancel() undo
 * run.dropOld();
 * }</pre>
 *
 * <p>Each call may end early, for whatever reason: no data is lost and no read is wrong then. Make
 * it again, and it does what is left. One program at a time makes them. Immutable; used by one
 * thread.
 *
 * @param <R> the record
 */
public final class MigrationRun<R> {
  /** Comparisons before a switch: each mends what it finds. */
  private static final int MOST_COMPARISONS = 3;

  private static final int MOST_SAMPLED = 1_000_000;

  /** Longer than clocks of clients and servers differ. */
  private static final long CLOCKS_DIFFER_MILLIS = TimeUnit.MINUTES.toMillis(1);

  // Fixed at construction.
  private final Connection connection;
  private final Migration<R> migration;
  private final IndexSettings settings;
  private final TableName old;
  private final TableName target;

  private MigrationRun(Connection connection, Migration<R> migration, IndexSettings settings) {
    this.connection = connection;
    this.migration = migration;
    this.settings = settings;
    old = migration.old().name();
    target = migration.target().name();
  }

  /** Of a migration, whatever its phase is. */
  public static <R> MigrationRun<R> of(Connection connection, Migration<R> migration) {
    return of(connection, migration, IndexSettings.usual());
  }

  /** The same with other settings, which all programs of the tables have. */
  public static <R> MigrationRun<R> of(
      Connection connection, Migration<R> migration, IndexSettings settings) {
    Given.notNull(migration, "a migration that is to be run");
    return new MigrationRun<>(connection, migration, settings);
  }

  /** How far the records are moved. */
  public MigrationPhase phase() throws IOException {
    return MigrationStates.of(connection, old, target).phase();
  }

  /**
   * What a sample of the stored records says of the migration, which changes nothing: whether each
   * has a place of its own in the new table, how great rows are, and whether new records go to one
   * place. Reads all keys, and about so many records with all their details, one at a time.
   *
   * @param most about how many records are looked at; from 1 to 1,000,000, which are kept in memory
   * @throws IllegalArgumentException when it is not
   */
  public MigrationSample sample(int most) throws IOException {
    if (most < 1 || most > MOST_SAMPLED) {
      throw new IllegalArgumentException(
          "a sample of " + old + " is of 1 to " + MOST_SAMPLED + " records: " + most);
    }
    return new SampleReader<>(connection, migration, settings.clock()).read(most);
  }

  /** Copies without a limit: {@link #copy(long)}. */
  public List<ViewCounts> copy() throws IOException {
    return copy(Long.MAX_VALUE);
  }

  /**
   * Lets programs write both tables, and copies what the old one has. Programs that know only the
   * old one may go on reading it; within a lease their writes are refused. If it is called again
   * after it ended early, it goes on about where it was. Undone by {@link #cancel}.
   *
   * @param recordsPerSecond the most that are copied; more than 0
   * @return what was copied; nothing if that was done before
   * @throws IllegalArgumentException when the limit is not more than 0, or it was not begun yet and
   *     details have a time to live ({@link Migration#ofBegun})
   * @throws IllegalStateException when the old table has views, of which the new one would know
   *     nothing, or the new one has rows of its own; or when the old table notes a column that this
   *     design of it lacks: so in all calls that copy records
   * @throws io.rowandb.schema.table.ChangedDesignException when one of the tables is of another
   *     design
   */
  public List<ViewCounts> copy(long recordsPerSecond) throws IOException {
    checkRate(recordsPerSecond);
    MigrationPhase phase = phase();
    if (phase.compareTo(MigrationPhase.COPYING) > 0) {
      return List.of();
    }
    if (phase == MigrationPhase.NONE) {
      migration.checkBegins();
    }
    checkWhole();
    MigrationStates.checkAlone(connection, old, target);
    checkEmpty();
    ViewPlan<R> plan = plan();
    note(EnumSet.of(MigrationPhase.NONE), MigrationPhase.COPYING);
    return plan.run(recordsPerSecond);
  }

  private void note(Set<MigrationPhase> from, MigrationPhase to) throws IOException {
    MigrationStates.note(connection, old, target, from, to);
  }

  /** What is in a table that no migration has made stays there. */
  private void checkEmpty() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (MigrationStates.of(connection, old, target).isOfOld() || !admin.tableExists(target)) {
        return;
      }
      if (admin.getDescriptor(target).isReadOnly()) {
        throw new IllegalStateException(
            "table "
                + target
                + " is read-only, as one whose records were moved: drop it, or give the new design"
                + " the name of another table");
      }
    }
    checkEmpty(target);
    for (DetailMapping<R, ?> mapping : migration.target().details()) {
      if (mapping instanceof TallDetails<R, ?> tall) {
        checkEmpty(tall.table());
      }
    }
  }

  private void checkEmpty(TableName made) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(made)) {
        return; // of details, when who made the other died
      }
    }
    try (Table table = connection.getTable(made);
        ResultScanner rows = table.getScanner(new Scan().setLimit(1))) {
      if (rows.next() != null) {
        throw new IllegalStateException(
            "table "
                + made
                + " has rows that are not those of "
                + old
                + ": give the new design the name of another table, or empty this one");
      }
    }
  }

  private ViewPlan<R> plan() throws IOException {
    return ViewPlan.of(connection, settings, migration.old(), List.of(migration.view()));
  }

  private IllegalStateException refused(
      String what, MigrationPhase phase, MigrationPhase expected) {
    return new IllegalStateException(
        migration
            + " is in the phase "
            + phase
            + ", and cannot be "
            + what
            + " but in "
            + expected);
  }

  /**
   * Compares the tables by hashes of ranges, while programs write, and repairs where the new one is
   * not as it should be.
   *
   * @param recordsPerSecond the most that are read; more than 0
   * @throws IllegalArgumentException when the limit is not more than 0
   * @throws IllegalStateException when records are not copied, or {@link #end} was called
   */
  public RangeCounts compare(long recordsPerSecond) throws IOException {
    MigrationPhase phase = phase();
    if (phase == MigrationPhase.NONE) {
      throw refused("compared", phase, MigrationPhase.COPYING);
    }
    checkDual();
    checkWhole();
    try (ViewedTable<R> table = both()) {
      return table.mend(target.getNameAsString(), recordsPerSecond, this::checkDual);
    }
  }

  /** From the end on the new table may have records of its own, which no comparison must touch. */
  private void checkDual() throws IOException {
    MigrationPhase phase = phase();
    if (phase.compareTo(MigrationPhase.SWITCHED) > 0) {
      throw refused("compared", phase, MigrationPhase.SWITCHED);
    }
  }

  private ViewedTable<R> both() throws IOException {
    return ViewedTable.open(
        connection, settings.clock(), settings, migration.old(), List.of(migration.view()));
  }

  /** Compares without a limit: {@link #switchReads(long)}. */
  public Optional<RangeCounts> switchReads() throws IOException {
    return switchReads(Long.MAX_VALUE);
  }

  /**
   * Lets programs read the new table, if a comparison finds that it has all that the old one has.
   * First no write succeeds any more that the new table does not take. Undone by {@link
   * #switchBack}.
   *
   * @param recordsPerSecond the most that are read to compare; more than 0
   * @return what the last comparison found; empty if reads were switched before
   * @throws IllegalArgumentException when the limit is not more than 0
   * @throws IllegalStateException when records are not copied, or the tables differ: two records
   *     have one new key, or one has no form in the new design. Programs read the old table then
   */
  public Optional<RangeCounts> switchReads(long recordsPerSecond) throws IOException {
    checkRate(recordsPerSecond);
    MigrationPhase phase = phase();
    if (phase.readsNew()) {
      return Optional.empty();
    }
    if (phase == MigrationPhase.NONE) {
      throw refused("switched", phase, MigrationPhase.COPYING);
    }
    checkWhole();
    ViewStates.checkReady(connection, old, target);
    note(EnumSet.of(MigrationPhase.COPYING), MigrationPhase.SWITCHING);
    awaitOthers();
    RangeCounts found = compared(recordsPerSecond);
    if (!isSame(found)) {
      note(EnumSet.of(MigrationPhase.SWITCHING), MigrationPhase.COPYING);
      throw different(found);
    }
    note(EnumSet.of(MigrationPhase.SWITCHING), MigrationPhase.SWITCHED);
    return Optional.of(found);
  }

  private static boolean isSame(RangeCounts found) {
    return found.isClean() && found.wanted() == found.records() && found.unreadable() == 0;
  }

  private IllegalStateException different(RangeCounts found) {
    return new IllegalStateException(
        "after "
            + MOST_COMPARISONS
            + " comparisons the new table still differs in "
            + migration
            + ": "
            + found.unreadable()
            + " records cannot be read, "
            + (found.records() - found.wanted())
            + " records have no form in it, and of the others "
            + found.mended());
  }

  private RangeCounts compared(long recordsPerSecond) throws IOException {
    RangeCounts found = compare(recordsPerSecond);
    for (int i = 1; i < MOST_COMPARISONS && !found.isClean(); i++) {
      found = compare(recordsPerSecond);
    }
    return found;
  }

  /** Before the phase changes. */
  private void checkRate(long recordsPerSecond) {
    if (recordsPerSecond <= 0) {
      throw new IllegalArgumentException(
          migration + " reads more than no records in a second: " + recordsPerSecond);
    }
  }

  private void awaitOthers() throws IOException {
    UpgradePlan.awaitOthers(connection, settings);
  }

  /**
   * Lets programs read the old table again. Ends when none reads the new one any more.
   *
   * @throws IllegalStateException when {@link #end} was called before
   */
  public void switchBack() throws IOException {
    MigrationPhase phase = phase();
    if (phase.compareTo(MigrationPhase.SWITCHED) > 0) {
      throw refused("switched back", phase, MigrationPhase.SWITCHED);
    }
    if (phase.compareTo(MigrationPhase.SWITCHING) >= 0) {
      note(EnumSet.of(MigrationPhase.SWITCHED), MigrationPhase.SWITCHING);
      awaitOthers();
      note(EnumSet.of(MigrationPhase.SWITCHING), MigrationPhase.COPYING);
    }
  }

  /**
   * Gives up the new table, which programs write no more. It stays, and may be dropped.
   *
   * @throws IllegalStateException when programs read it: {@link #switchBack} first
   */
  public void cancel() throws IOException {
    MigrationPhase phase = phase();
    if (phase.readsNew()) {
      throw refused("cancelled", phase, MigrationPhase.COPYING);
    }
    if (phase == MigrationPhase.NONE) {
      return;
    }
    switchBack(); // if that died, programs may still read the new one
    ViewPlan.of(connection, settings, migration.old(), List.of()).run();
    note(EnumSet.of(MigrationPhase.COPYING), MigrationPhase.NONE);
  }

  /** Compares without a limit: {@link #end(long)}. */
  public void end() throws IOException {
    end(Long.MAX_VALUE);
  }

  /**
   * Ends the migration: the new table is written alone, and {@link RecordTable} opens it like any
   * other. The old one becomes read-only and keeps what it has. Cannot be undone.
   *
   * @param recordsPerSecond the most that are read to compare; more than 0. Without a limit is what
   *     is written behind that comparison: meanwhile writes wait
   * @throws IllegalArgumentException when the limit is not more than 0
   * @throws IllegalStateException when reads are not switched, or the tables differ, as after
   *     {@link #switchReads}
   */
  public void end(long recordsPerSecond) throws IOException {
    checkRate(recordsPerSecond);
    MigrationStates.Seen seen = MigrationStates.of(connection, old, target);
    MigrationPhase phase = seen.phase();
    if (!phase.readsNew()) {
      throw refused("ended", phase, MigrationPhase.SWITCHED);
    }
    checkEnds(seen);
    if (phase == MigrationPhase.SWITCHED) {
      long since = settings.clock().millis() - CLOCKS_DIFFER_MILLIS;
      RangeCounts found = compared(recordsPerSecond); // writes may have been on their way for long
      if (!isSame(found)) {
        throw different(found);
      }
      awaitOthers(); // nobody reads the old one then
      MigrationStates.noteEnding(connection, old, target, since);
    }
    if (phase.compareTo(MigrationPhase.ENDING) <= 0) {
      awaitOthers(); // nor compares, nor reads it without knowing of the other
    }
    if (phase.compareTo(MigrationPhase.FENCING) <= 0) {
      fence();
    }
    if (phase.compareTo(MigrationPhase.FENCED) <= 0) {
      awaitOthers(); // nor has a program any more that tries to write it
      try (FrozenSource<R> rest = FrozenSource.open(connection, settings, migration.view())) {
        rest.followAll();
      }
      note(EnumSet.of(MigrationPhase.FENCED), MigrationPhase.ENDED);
    }
    complete(seen.isOfOld());
  }

  /** Before writes wait for what this program cannot do. */
  private void checkEnds(MigrationStates.Seen seen) throws IOException {
    if (seen.phase() != MigrationPhase.ENDED) {
      checkWhole();
    }
    if (seen.phase() == MigrationPhase.ENDED && !seen.isOfOld()) {
      return;
    }
    try (Admin admin = connection.getAdmin();
        RecordTable<R> written =
            RecordTable.open(connection, migration.target().asViewOf(old), settings)) {
      for (TableName table : tables(migration.target())) {
        if (!admin.tableExists(table)) {
          throw new TableNotFoundException(
              table + ", which the design of table " + target + " has, by which this would end");
        }
      }
      Steps.ended(written.entriesFirst().mayWrite());
    }
  }

  private void checkWhole() throws IOException {
    MigrationStates.checkWhole(connection, migration.old());
  }

  /**
   * Makes the old table read-only. The master tells of a change before all regions know it, so that
   * they all know is a change of its own. Between the two nobody writes but who writes both, and
   * the new table gets what others wrote behind the last comparison.
   */
  private void fence() throws IOException {
    note(EnumSet.of(MigrationPhase.ENDING), MigrationPhase.FENCING);
    try (FrozenSource<R> rest = FrozenSource.open(connection, settings, migration.view())) {
      rest.followSince(MigrationStates.comparedMillis(connection, old));
    }
    note(EnumSet.of(MigrationPhase.FENCING), MigrationPhase.FENCED);
  }

  private void complete(boolean isOfOld) throws IOException {
    if (isOfOld) {
      RecordTable.declare(connection, migration.target());
    }
    MigrationStates.noteOrigin(connection, old, target);
  }

  /**
   * Drops the old table and those of its indexes, when no program looks at it any more.
   *
   * @throws IllegalStateException when the migration is not ended
   */
  public void dropOld() throws IOException {
    MigrationStates.Seen seen = MigrationStates.of(connection, old, target);
    if (seen.phase() != MigrationPhase.ENDED || seen.isOfOld()) {
      throw refused("completed by dropping the old table", seen.phase(), MigrationPhase.ENDED);
    }
    MigrationStates.noteOrigin(connection, old, target);
    if (!MigrationStates.isThere(connection, old, target)) {
      return; // a table of its name would be somebody else's
    }
    awaitOthers();
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : tables(migration.old())) {
        if (admin.tableExists(table)) {
          if (!admin.isTableDisabled(table)) {
            admin.disableTable(table);
          }
          admin.deleteTable(table);
        }
      }
    }
  }

  /** That of the records last: until then the others are found again. */
  private static List<TableName> tables(TableDesign<?> design) {
    return design.tables().stream()
        .map(NewTable::descriptor)
        .map(descriptor -> descriptor.getTableName())
        .sorted((a, b) -> Boolean.compare(a.equals(design.name()), b.equals(design.name())))
        .toList();
  }
}
