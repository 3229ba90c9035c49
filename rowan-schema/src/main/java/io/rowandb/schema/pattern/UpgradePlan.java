package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.notes.TableNotes;
import io.rowandb.schema.pattern.notes.ViewStates;
import io.rowandb.schema.table.DesignGap;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * What it takes to make tables those of a design, to be printed first and then done:
 *
 * <pre>{@code
 * UpgradePlan<User> plan = UpgradePlan.of(connection, users);
 * System.out.println(plan);
 * plan.run();
 * }</pre>
 *
 * <p>Programs of the former design may be at work meanwhile. While new indexes are built, these
 * read and write as before; then the new design is noted, and within a lease ({@link
 * IndexSettings#lease}) their calls are refused if they lack an index, since reads through it would
 * miss what they write. What they wrote until then is added, and only then are the indexes read.
 * Programs of the former design are also refused, and waited for, where they would write records
 * otherwise than this one, as without its version. All others stay, and nobody waits for them.
 *
 * <p>If {@link #run} ends early, for whatever reason, no data is lost and no read is wrong: make a
 * plan anew, which has what is left, and run it. Immutable; used by one thread.
 *
 * @param <R> the record
 */
public final class UpgradePlan<R> {
  /** Rows of one call of a count. */
  private static final int BATCH = 10_000;

  /** Counts of the records, each because others changed the tables: they do not all the time. */
  private static final int MOST_COUNTS = 10;

  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<R> design;
  private final IndexSettings settings;
  private final DesignGap gap;
  private final long rows;

  private UpgradePlan(
      Connection connection,
      TableDesign<R> design,
      IndexSettings settings,
      DesignGap gap,
      long rows) {
    this.connection = connection;
    this.design = design;
    this.settings = settings;
    this.gap = gap;
    this.rows = rows;
  }

  /**
   * Compares a design with the tables that are there. If an index is to be built, it counts the
   * records, which reads all of their keys.
   *
   * @throws io.rowandb.schema.table.ChangedDesignException when no upgrade makes the tables fit,
   *     since the key, a column or details are encoded otherwise
   * @throws IllegalStateException when other programs change the tables all the time
   */
  public static <R> UpgradePlan<R> of(Connection connection, TableDesign<R> design)
      throws IOException {
    return of(connection, design, IndexSettings.usual());
  }

  /** The same with other settings, which all programs of the table have. */
  public static <R> UpgradePlan<R> of(
      Connection connection, TableDesign<R> design, IndexSettings settings) throws IOException {
    DesignGap gap = TableNotes.gap(connection, design);
    for (int i = 0; gap.isBuilding(); i++) {
      if (i == MOST_COUNTS) {
        throw new IllegalStateException(
            "other programs changed the tables of "
                + design.name()
                + " each of the "
                + MOST_COUNTS
                + " times that its records were counted for a plan; make it when they have ended");
      }
      long rows = count(connection, design);
      DesignGap now = TableNotes.gap(connection, design);
      if (now.equals(gap)) {
        return new UpgradePlan<>(connection, design, settings, gap, rows);
      }
      gap = now; // another program makes the tables, and may have written what was counted
    }
    return new UpgradePlan<>(connection, design, settings, gap, /* rows= */ 0);
  }

  /** How many records a table has; reads all of their keys, 10,000 in a call. */
  public static long count(Connection connection, TableDesign<?> design) throws IOException {
    long count = 0;
    try (Table table = connection.getTable(design.name())) {
      for (KeySelection.Selected range : design.key().select(Map.of()).ranges()) {
        Scan scan =
            new Scan()
                .withStartRow(range.keys().start())
                .withStopRow(range.keys().stop())
                .setCaching(BATCH)
                .setCacheBlocks(false)
                .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
        try (ResultScanner rows = table.getScanner(scan)) {
          while (rows.next() != null) {
            count++;
          }
        }
      }
    }
    return count;
  }

  /** Whether the tables are those of the design already, so that there is nothing to do. */
  public boolean isEmpty() {
    return gap.isEmpty();
  }

  /** How many records are read to build indexes; 0 when none is built. */
  public long rows() {
    return rows;
  }

  /** Whether tables are missing, and there is no record that anybody could miss in them. */
  boolean isCreation() {
    return gap.lacks(design.name())
        || (gap.isBuilding()
            && rows == 0
            && gap.rewritten().isEmpty()
            && gap.ended().isEmpty()
            && gap.newViews().isEmpty()
            && gap.endedViews().isEmpty());
  }

  /** The table of the records. */
  public TableName table() {
    return design.name();
  }

  /** Whether the table of the records is not there. */
  public boolean isNew() {
    return gap.lacks(design.name());
  }

  /** Whether the table is a view that is not built. */
  public boolean isOfUnbuiltView() {
    return gap.unbuilt();
  }

  /** Views of the records that no program has kept yet: the names of their tables. */
  public Set<String> newViews() {
    return gap.newViews();
  }

  /** How many rows a table has that is there, and to be made a view; 0 when it is one already. */
  public long countTaken() throws IOException {
    return gap.taken() ? count(connection, design) : 0;
  }

  /** Whether nothing that is there is given up or written anew. */
  public boolean endsNothing() {
    return gap.ended().isEmpty() && gap.rewritten().isEmpty() && gap.endedViews().isEmpty();
  }

  /** Whether programs must not go by the design before it is run. */
  public boolean isNeeded() {
    return !gap.missing().isEmpty()
        || !gap.newViews().isEmpty()
        || !gap.endedViews().isEmpty()
        || !gap.families().isEmpty()
        || !gap.created().isEmpty()
        || !gap.rewritten().isEmpty()
        || !gap.ended().isEmpty()
        || gap.newMarks();
  }

  /** What is to be done, a line each, in the order in which it is. */
  public List<String> steps() {
    List<String> steps = new ArrayList<>();
    for (NewTable each : gap.missing()) {
      steps.add("make table " + each.descriptor().getTableName());
    }
    gap.families().forEach(each -> steps.add("add " + each));
    String read = String.format(" from %,d records", rows);
    gap.created().forEach(each -> steps.add("build index " + each + read));
    gap.rewritten().forEach(each -> steps.add("build index " + each + " anew" + read));
    gap.continued().forEach(each -> steps.add("end the build of index " + each + read));
    gap.ended()
        .forEach(
            each ->
                steps.add(
                    "give up index "
                        + each
                        + ": programs of this design neither read nor keep it, and its entries stay"
                        + " where they are"));
    gap.newViews().forEach(each -> steps.add("keep view " + each));
    gap.endedViews()
        .forEach(
            each ->
                steps.add(
                    "give up view "
                        + each
                        + ": programs of this design neither read nor keep it, and its table"
                        + " stays"));
    if (gap.newMarks()) {
      steps.add("give rows marks: programs whose design has none write no more");
    }
    gap.forgetful()
        .forEach(
            (table, time) -> steps.add("keep deletions of table " + table + " for " + text(time)));
    if (!gap.isNoted()) {
      steps.add("note the design in the tables");
    }
    if (gap.awaits()) {
      steps.add("wait for programs of the former design, which write no more then");
    }
    return steps;
  }

  private static String text(Duration time) {
    long hours = time.toHours();
    return time.equals(Duration.ofHours(hours))
        ? hours + (hours == 1 ? " hour" : " hours")
        : String.format("%,d ms", time.toMillis());
  }

  /**
   * Does it. The call ends when all is done: two leases later where programs of the former design
   * are refused, and the time of two reads of the table later where indexes are built.
   *
   * @return what was found for each index that was built, by their names; one that is not {@link
   *     IndexReport#isComplete} is refused by reads, with the reason
   * @throws IllegalStateException when the tables have changed since the plan was made, so that it
   *     would be another; then nothing is done. Also when another program notes another design
   *     while this one is noted
   * @throws io.rowandb.schema.table.ChangedDesignException when they cannot fit the design any more
   */
  public Map<String, IndexReport> run() throws IOException {
    UpgradePlan<R> now = now();
    if (!now.steps().equals(steps())) {
      throw changed(this, now);
    }
    return now.runAsItIs();
  }

  /** Of a plan that would be another now. */
  public static IllegalStateException changed(Object plan, Object now) {
    return new IllegalStateException(
        "since this plan was made the tables have changed; make another. It was: "
            + plan
            + "\nand would be now: "
            + now);
  }

  /** The plan as it would be made now, with the former count of records. */
  public UpgradePlan<R> now() throws IOException {
    return new UpgradePlan<>(
        connection, design, settings, TableNotes.gap(connection, design), rows);
  }

  /** The same, whatever was planned: of tables that several programs make. */
  public Map<String, IndexReport> runAnyway() throws IOException {
    return now().runAsItIs();
  }

  private Map<String, IndexReport> runAsItIs() throws IOException {
    if (isEmpty()) {
      return Map.of();
    }
    makeMissing();
    String token = UUID.randomUUID().toString();
    try (RecordTable<R> table = RecordTable.unchecked(connection, design, settings)) {
      table.fillIndexes(gap.created()); // beside programs that do not know them
      TableNotes.begin(connection, design, token, gap);
      boolean endsViews = ViewStates.giveUp(connection, design.name(), token);
      if (endsViews
          || gap.isBuilding()
          || TableNotes.awaitsNow(connection, design)
          || !gap.ended().isEmpty()
          || !TableNotes.unbuiltNow(connection, design).isEmpty()) {
        awaitOthers();
      }
      ViewStates.giveUp(connection, design.name(), token); // if a build has ended just now
      TableNotes.end(connection, design, token);
      TableNotes.checkNoted(connection, design);
      return table.repairIndexes(TableNotes.unbuiltNow(connection, design).keySet());
    }
  }

  /**
   * Makes the tables and families that are missing, as the first step of a run.
   *
   * @return whether it made the table of the records, which nobody can have written before
   */
  public boolean makeMissing() throws IOException {
    boolean made = false;
    try (Admin admin = connection.getAdmin()) {
      for (NewTable each : gap.missing()) {
        boolean isRecords = each.descriptor().getTableName().equals(design.name());
        made |= create(admin, each) && isRecords;
      }
      for (DesignGap.Family each : gap.families()) {
        if (!admin.getDescriptor(each.table()).hasColumnFamily(each.family().getName())) {
          admin.addColumnFamily(each.table(), each.family());
        }
      }
    }
    return made;
  }

  /** Says whether it was not there. */
  private static boolean create(Admin admin, NewTable table) throws IOException {
    try {
      table.create(admin);
      return true;
    } catch (TableExistsException e) {
      if (!admin.tableExists(table.descriptor().getTableName())) {
        throw e; // one of its parts is, or it was dropped at once
      }
      return false;
    }
  }

  private void awaitOthers() throws IOException {
    awaitOthers(connection, settings);
  }

  /** Programs look again after a lease, and what they had sent before is done in another. */
  public static void awaitOthers(Connection connection, IndexSettings settings) throws IOException {
    try (WaitingCarrier carrier = new WaitingCarrier(connection)) {
      Steps.ended(carrier.pause(settings.lease().multipliedBy(2).toNanos()));
    }
  }

  /** The steps, a line each; "nothing to do" without any. */
  @Override
  public String toString() {
    return "table "
        + design.name()
        + (isEmpty() ? ": nothing to do" : "\n  " + String.join("\n  ", steps()));
  }
}
