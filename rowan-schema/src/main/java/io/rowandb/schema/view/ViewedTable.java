package io.rowandb.schema.view;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.ChainedWriter;
import io.rowandb.schema.pattern.ConditionalWriter;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.RecordWrites;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.notes.ViewStates;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;

/**
 * A table of records with views: writes a record, its rows in each view, and the index entries of
 * both, so that all are consistent whenever a client dies. Its tables must exist.
 *
 * <p>All writes of the source go through viewed tables that declare the same views; records that
 * were written otherwise get their view rows by {@link #rebuild}. It is read like any other table:
 * {@link #records}. A row has one more cell than its record, in the design's first family; so does
 * a row of a view.
 *
 * <p>Like HBase's {@code Table} it is lightweight, used by one thread, and must be closed; the
 * connection stays open.
 *
 * @param <R> the record
 */
public final class ViewedTable<R> extends RecordWrites<R> {
  /** Rows of a load or a repair that are known at a time. */
  private static final int BATCH = 1_000;

  // Fixed at construction.
  private final Connection connection;
  private final IndexSettings settings;
  private final WaitingCarrier carrier;
  private final RecordTable<R> records;
  private final List<RecordTable<?>> targets = new ArrayList<>();
  private final List<ViewTable<R, ?>> views = new ArrayList<>();
  private final ChainedWriter<R> writer;
  private final SourceRows<R> source;
  private final boolean insertOnly;
  private final Clock clock;

  private ViewedTable(
      Connection connection,
      Clock clock,
      IndexSettings settings,
      TableDesign<R> design,
      List<View<R, ?>> declared,
      Predicate<Throwable> tolerated)
      throws IOException {
    this.connection = connection;
    this.settings = settings;
    this.clock = clock;
    carrier = new WaitingCarrier(connection);
    records = RecordTable.open(connection, ViewPlan.withViews(design, declared), settings);
    for (View<R, ?> view : declared) {
      views.add(opened(settings, view));
    }
    writer = records.writer(new Views<>(List.copyOf(views), tolerated), clock);
    source = new SourceRows<>(writer.ends().chain().rows(), carrier);
    insertOnly = declared.stream().allMatch(View::isInsertOnly);
  }

  private <V> ViewTable<R, V> opened(IndexSettings settings, View<R, V> view) throws IOException {
    TableDesign<V> design = view.target().asViewOf(view.source().name());
    RecordTable<V> target = RecordTable.open(connection, design, settings);
    targets.add(target);
    return new ViewTable<>(carrier, view, target.entriesFirst());
  }

  /**
   * Opens a table with its views, and the system's clock.
   *
   * @throws IllegalArgumentException when there is no view, one is of another source, or two have
   *     one target
   */
  @SafeVarargs
  public static <R> ViewedTable<R> open(
      Connection connection, TableDesign<R> source, View<R, ?>... views) throws IOException {
    List<View<R, ?>> all = new ArrayList<>();
    for (View<R, ?> view : views) {
      all.add(view);
    }
    return open(connection, Clock.systemUTC(), source, all);
  }

  /**
   * Opens a table with its views.
   *
   * @param clock that gives writes their times, milliseconds of which are used; clients' clocks may
   *     differ
   * @throws IllegalArgumentException when there is no view, one has another source, or two have the
   *     same target
   */
  public static <R> ViewedTable<R> open(
      Connection connection, Clock clock, TableDesign<R> source, List<View<R, ?>> views)
      throws IOException {
    return open(connection, clock, IndexSettings.usual(), source, views);
  }

  /**
   * Opens a table with its views.
   *
   * @param clock as above
   * @param settings how indexes are kept, of the source and of the views' tables
   * @throws IllegalArgumentException as above
   */
  public static <R> ViewedTable<R> open(
      Connection connection,
      Clock clock,
      IndexSettings settings,
      TableDesign<R> source,
      List<View<R, ?>> views)
      throws IOException {
    return open(connection, clock, settings, source, views, failure -> false);
  }

  /**
   * Opens a table with its views, whose writes may succeed without these.
   *
   * @param tolerated which failures of the views leave a write to them undone and do not fail that
   *     of the record, whose mark tells what is left: its next write does it, or {@link #repair}.
   *     Until then the views are outdated. Asked by the thread that writes
   * @throws IllegalArgumentException as above
   */
  public static <R> ViewedTable<R> open(
      Connection connection,
      Clock clock,
      IndexSettings settings,
      TableDesign<R> source,
      List<View<R, ?>> views,
      Predicate<Throwable> tolerated)
      throws IOException {
    check(source, views);
    Given.notNull(tolerated, "which failures of views of " + source.name() + " fail no write");
    return new ViewedTable<>(connection, clock, settings, source, views, tolerated);
  }

  static <R> void check(TableDesign<R> source, List<View<R, ?>> views) {
    if (views.isEmpty()) {
      throw new IllegalArgumentException(source.name() + " has no view");
    }
    Set<String> names = new HashSet<>(Set.of(source.name().getNameAsString()));
    for (View<R, ?> view : views) {
      if (!view.source().name().equals(source.name())) {
        throw new IllegalArgumentException(view + " is no view of " + source.name());
      }
      if (!names.add(view.name())) {
        throw new IllegalArgumentException(
            view.name() + " is the target of a view, and of another, or the source");
      }
    }
  }

  /**
   * Opens a table as {@link #open} does, and creates it and the tables of its views if they are not
   * there. Programs that start together may all do so. From then on the tables know their views:
   * see {@link ViewPlan}.
   *
   * @throws IllegalStateException when the tables are there and are to be upgraded first, with the
   *     plan
   */
  @SafeVarargs
  public static <R> ViewedTable<R> openOrCreate(
      Connection connection, TableDesign<R> source, View<R, ?>... views) throws IOException {
    List<View<R, ?>> all = new ArrayList<>();
    for (View<R, ?> view : views) {
      all.add(view);
    }
    ViewPlan<R> plan = ViewPlan.of(connection, IndexSettings.usual(), source, all);
    if (plan.isNeeded()) {
      if (!plan.isCreation()) {
        throw new IllegalStateException(
            "to be done first, by ViewPlan.of(connection, source, views).run(): " + plan);
      }
      plan.runAnyway();
    }
    return open(connection, Clock.systemUTC(), source, all);
  }

  /**
   * The table without its views, for reads: by its key and through its indexes, like any other.
   * Also for counters, details in their own rows, and to verify and repair indexes. Any other write
   * there makes the views outdated. Closed with this table.
   */
  public RecordTable<R> records() {
    return records;
  }

  /**
   * Writes a record and its view rows; the view rows of the previous record are deleted.
   *
   * @throws IllegalArgumentException when a value cannot be encoded in one of the tables; then
   *     nothing is written
   * @throws io.rowandb.schema.pattern.UniqueViolationException when another record has the values
   *     of a unique index; then nothing is written except entries, which do no harm
   * @throws IOException when the write did not complete: the record may be written or not, and its
   *     view rows are correct after its next write or {@link #repair}
   */
  @Override
  public void put(R record) throws IOException {
    Steps.ended(insertOnly ? writer.insert(List.of(record)) : writer.put(record));
  }

  /**
   * Writes records like {@link #put}, many per call. Of records with the same key, any may be the
   * one that stays.
   *
   * @throws IOException as {@link #put}, of some of the records; others may be written
   */
  @Override
  public void putAll(Iterable<R> all) throws IOException {
    Steps.ended(insertOnly ? writer.insertAll(all) : writer.putAll(all));
  }

  /**
   * Writes new records, many per call, each with its view rows: the fast way to fill a table. Their
   * rows must be empty and never have been deleted; {@link #verify} detects violations.
   *
   * @return how many
   * @throws IllegalArgumentException as {@link #put}; of the records before it those are written
   *     that are not of the same thousand
   * @throws IOException as {@link #put}, of some of the records
   */
  @Override
  public long load(Stream<R> records) throws IOException {
    long count = 0;
    try (records) {
      List<R> some = new ArrayList<>();
      for (Iterator<R> each = records.iterator(); each.hasNext(); count++) {
        some.add(records().design().taken(each.next()));
        if (some.size() == BATCH || !each.hasNext()) {
          Steps.ended(writer.insert(List.copyOf(some)));
          some.clear();
        }
      }
    }
    return count;
  }

  /**
   * Deletes the row of a record's key, after its view rows.
   *
   * @throws IOException when that did not complete: the record may still be there, with some of its
   *     view rows, until the next write of it, or {@link #repair}
   */
  @Override
  public void delete(R record) throws IOException {
    Steps.ended(writer.delete(record));
  }

  /**
   * Deletes the record of a key, if there is one, as {@link #delete} does; if the key holds a field
   * lossily, as {@link RecordTable#deleteKey} does.
   *
   * @param key as for {@link RecordTable#get}
   */
  @Override
  public void deleteKey(Object... key) throws IOException {
    Optional<byte[]> row = records.rowToDelete(key);
    if (row.isPresent()) {
      Steps.ended(writer.deleteRow(row.get()));
    }
  }

  @Override
  protected void checkKeys(List<? extends List<?>> keys) {
    records.checkKeys(keys);
  }

  /**
   * Deletes what a read finds with its view rows, as {@link RecordTable#deleteAll} says.
   *
   * @param query begun by {@link #records}
   */
  @Override
  public long deleteAll(RecordQuery<R> query) throws IOException {
    return records.deleteAll(query, (record, row) -> Steps.ended(writer.deleteRow(row)));
  }

  @Override
  protected ConditionalWriter<R> conditional() {
    return writer.conditional();
  }

  /**
   * Completes the writes of clients that died.
   *
   * @param age how long ago a write must have begun, by its writer's clock; zero for all,
   *     regardless of the clocks. A write that is still in progress may be completed too, which
   *     does no harm
   * @throws IllegalArgumentException when it is negative
   */
  public RepairCounts repair(Duration age) throws IOException {
    if (age.isNegative()) {
      throw new IllegalArgumentException("an age is not negative: " + age);
    }
    long limit = age.isZero() ? Long.MAX_VALUE : clock.millis() - age.toMillis();
    long pending = 0;
    long finished = 0;
    byte[] from = new byte[0];
    List<Result> rows;
    do {
      rows = source.pending(from, BATCH);
      for (Result row : rows) {
        from = Arrays.copyOf(row.getRow(), row.getRow().length + 1);
        pending++;
        if (source.mark(row).time() <= limit) {
          finished += Steps.ended(writer.ends().settled(row.getRow())).isPending() ? 0 : 1;
        }
      }
    } while (rows.size() == BATCH);
    return new RepairCounts(pending, finished);
  }

  /**
   * Compares each view with its source, and changes nothing. The counts are exact if there are no
   * concurrent writes; otherwise rows that are being written may be counted as wrong.
   *
   * @return the counts of each view, in the order of declaration
   */
  public List<ViewCounts> verify() throws IOException {
    return new ViewVerifier<>(source, views).verify();
  }

  /**
   * Repairs views, whatever their content, while others write; completes unfinished writes. The
   * function is called once for each record, and again for each batch of five hundred view rows
   * that includes some of the record. A view that the tables know ({@link ViewPlan}) is read from
   * then on; if it was not built before, the call first waits for two leases.
   *
   * @return what was wrong in each view, in the order of declaration
   */
  public List<ViewCounts> rebuild() throws IOException {
    return rebuild(views, /* alone= */ false, /* goesOn= */ false, ReadPace.unlimited(carrier));
  }

  /**
   * The same of some views, by their names; goes on where a former build of them has ended.
   *
   * @param alone whether no program that lacks them can be at work
   * @param recordsPerSecond the most that are read
   */
  List<ViewCounts> rebuild(Set<String> names, boolean alone, long recordsPerSecond)
      throws IOException {
    return rebuild(
        views.stream().filter(view -> names.contains(view.view().name())).toList(),
        alone,
        /* goesOn= */ true,
        new ReadPace(carrier, recordsPerSecond));
  }

  private List<ViewCounts> rebuild(
      List<ViewTable<R, ?>> some, boolean alone, boolean goesOn, ReadPace pace) throws IOException {
    Map<TableName, String> builds = new LinkedHashMap<>();
    for (ViewTable<R, ?> view : some) {
      TableName name = view.view().target().name();
      ViewStates.build(connection, records.design().name(), name)
          .ifPresent(build -> builds.put(name, build));
    }
    if (!alone && !builds.isEmpty()) {
      UpgradePlan.awaitOthers(connection, settings);
    }
    Steps.ended(writer.ends().mayWrite());
    List<ViewCounts> counts;
    try {
      counts =
          new ViewRebuild<>(
                  source,
                  some,
                  writer.ends(),
                  pace,
                  new BuildProgress(connection, carrier, records.design().name(), builds, goesOn),
                  row -> true,
                  () -> {})
              .rebuild();
    } catch (ChangedDesignException e) {
      throw e; // which says nothing of the views
    } catch (RuntimeException e) { // as a view's function throws
      noteFailed(builds, e);
      throw e;
    }
    noteReady(builds);
    return counts;
  }

  /**
   * Compares a view with its source by hashes of ranges, which takes one read of each, and repairs
   * what differs, while others write: cheaper than {@link #rebuild} where little does. Completes
   * unfinished writes of records first.
   *
   * @param name of the view
   * @param recordsPerSecond the most that are read, more than 0
   * @throws IllegalArgumentException when there is no such view, or the rate is not more than 0
   */
  public RangeCounts mend(String name, long recordsPerSecond) throws IOException {
    return mend(name, recordsPerSecond, () -> {});
  }

  /**
   * The same of a view that may become a table of its own.
   *
   * @param mayDelete is asked before surplus rows are deleted
   */
  public RangeCounts mend(String name, long recordsPerSecond, MayDelete mayDelete)
      throws IOException {
    if (recordsPerSecond <= 0) {
      throw new IllegalArgumentException(
          "a view is compared by more than no records in a second: " + recordsPerSecond);
    }
    ViewTable<R, ?> view =
        views.stream()
            .filter(each -> each.view().name().equals(name))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no view is named " + name + ": " + views));
    ReadPace pace = new ReadPace(carrier, recordsPerSecond);
    RangeComparison<R> comparison = new RangeComparison<>(source, view, pace);
    comparison.read();
    if (comparison.hasPending()) {
      repair(Duration.ZERO);
    }
    if (comparison.diverged() == 0) {
      return comparison.counts(new Tally(name).counts());
    }
    Steps.ended(writer.ends().mayWrite());
    ViewRebuild<R> rebuild =
        new ViewRebuild<>(
            source,
            List.of(view),
            writer.ends(),
            pace,
            BuildProgress.none(connection, carrier, records.design().name()),
            comparison.isDiverged(),
            mayDelete);
    return comparison.counts(rebuild.rebuild().get(0));
  }

  private void noteFailed(Map<TableName, String> builds, RuntimeException reason) {
    builds.forEach(
        (view, build) -> {
          try {
            ViewStates.noteFailed(connection, view, build, reason.toString());
          } catch (IOException e) {
            reason.addSuppressed(e); // it is still being built, as far as reads are told
          }
        });
  }

  /** Of those that cannot be noted the first is thrown. */
  private void noteReady(Map<TableName, String> builds) throws IOException {
    IOException failed = null;
    for (Map.Entry<TableName, String> each : builds.entrySet()) {
      try {
        ViewStates.noteReady(connection, records.design().name(), each.getKey(), each.getValue());
      } catch (IOException e) {
        if (failed == null) {
          failed = e;
        } else {
          failed.addSuppressed(e);
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  @Override
  public void close() throws IOException {
    for (RecordTable<?> target : targets) {
      target.close();
    }
    records.close();
    carrier.close();
  }
}
