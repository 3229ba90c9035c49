package io.rowandb.schema.view;

import io.rowandb.schema.pattern.AsyncConditionalCalls;
import io.rowandb.schema.pattern.AsyncRecordTable;
import io.rowandb.schema.pattern.ChainedWriter;
import io.rowandb.schema.pattern.ConditionalWriter;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * A table of records with views, written by calls that do not wait: the same steps as those of
 * {@link ViewedTable}, which also compares and repairs. Like HBase's {@code AsyncTable} it is used
 * by any number of threads and need not be closed; futures end in threads of HBase's client, where
 * nothing may block. Cancelling a future stops nothing.
 *
 * @param <R> the record
 */
public final class AsyncViewedTable<R> extends AsyncConditionalCalls<R> {
  // Fixed at construction.
  private final AsyncRecordTable<R> records;
  private final List<AsyncRecordTable<?>> targets = new ArrayList<>();
  private final ChainedWriter<R> writer;
  private final boolean insertOnly;

  private AsyncViewedTable(
      AsyncConnection connection,
      Clock clock,
      IndexSettings settings,
      TableDesign<R> design,
      List<View<R, ?>> declared)
      throws IOException {
    records = AsyncRecordTable.open(connection, ViewPlan.withViews(design, declared), settings);
    List<ViewTable<R, ?>> views = new ArrayList<>();
    for (View<R, ?> view : declared) {
      views.add(opened(connection, settings, view));
    }
    writer = records.writer(new Views<>(List.copyOf(views), failure -> false), clock);
    insertOnly = declared.stream().allMatch(View::isInsertOnly);
  }

  private <V> ViewTable<R, V> opened(
      AsyncConnection connection, IndexSettings settings, View<R, V> view) throws IOException {
    TableDesign<V> design = view.target().asViewOf(view.source().name());
    AsyncRecordTable<V> target = AsyncRecordTable.open(connection, design, settings);
    targets.add(target);
    return new ViewTable<>(records.carrier(), view, target.entriesFirst());
  }

  /**
   * Opens a table with its views, which need not be there yet, and the system's clock. The first
   * call checks their designs, as {@link AsyncRecordTable#open} says.
   *
   * @throws IllegalArgumentException when there is no view, one is of another source, or two have
   *     one target
   */
  @SafeVarargs
  public static <R> AsyncViewedTable<R> open(
      AsyncConnection connection, TableDesign<R> source, View<R, ?>... views) {
    List<View<R, ?>> all = new ArrayList<>();
    for (View<R, ?> view : views) {
      all.add(view);
    }
    return open(connection, Clock.systemUTC(), IndexSettings.usual(), source, all);
  }

  /**
   * Opens a table with its views.
   *
   * @param clock that gives writes their times, milliseconds of which are used; clients' clocks may
   *     differ
   * @param settings how indexes are kept, of the source and of the views' tables
   * @throws IllegalArgumentException as above
   */
  public static <R> AsyncViewedTable<R> open(
      AsyncConnection connection,
      Clock clock,
      IndexSettings settings,
      TableDesign<R> source,
      List<View<R, ?>> views) {
    ViewedTable.check(source, views);
    try {
      return new AsyncViewedTable<>(connection, clock, settings, source, views);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of a connection that waits, which this is not
    }
  }

  /**
   * The table without its views, for reads, counters, and details in their own rows. Any other
   * write there makes the views outdated.
   */
  public AsyncRecordTable<R> records() {
    return records;
  }

  /** Writes a record and its view rows, and fails as {@link ViewedTable#put}. */
  public CompletableFuture<Void> put(R record) {
    return Steps.called(
        () -> {
          R taken = recordDesign().taken(record); // before anything is asked
          return fitting(() -> insertOnly ? writer.insert(List.of(taken)) : writer.put(taken));
        });
  }

  /**
   * Writes records like {@link #put}: some hundreds at a time, one batch after the other. Of
   * records with the same key, any may be the one that stays.
   */
  public CompletableFuture<Void> putAll(Collection<R> all) {
    return Steps.called(
        () -> {
          List<R> taken = recordDesign().takenAll(all); // before anything is asked
          return fitting(() -> insertOnly ? writer.insertAll(taken) : writer.putAll(taken));
        });
  }

  /** Writes new records like {@link ViewedTable#load}: some hundreds at a time. */
  public CompletableFuture<Void> load(Collection<R> all) {
    return Steps.called(
        () -> {
          List<R> taken = recordDesign().takenAll(all); // before anything is asked
          return fitting(() -> writer.insertAll(taken));
        });
  }

  /**
   * Deletes the row of a record's key, after its view rows, and fails as {@link
   * ViewedTable#delete}.
   */
  public CompletableFuture<Void> delete(R record) {
    return Steps.called(
        () -> {
          byte[] row = recordDesign().key().encode(recordDesign().present(record));
          return fitting(() -> writer.deleteRow(row));
        });
  }

  /** Deletes the record of a key with its view rows, as {@link ViewedTable#deleteKey}. */
  public CompletableFuture<Void> deleteKey(Object... key) {
    Object[] kept = KeyFields.kept(key);
    return fitting(
        () ->
            records
                .rowToDelete(kept)
                .thenCompose(row -> row.isPresent() ? writer.deleteRow(row.get()) : Steps.DONE));
  }

  /** Deletes the records of keys with their view rows, some at the same time. */
  public CompletableFuture<Void> deleteKeys(List<? extends List<?>> keys) {
    return Steps.called(
        () -> {
          records.checkKeys(keys);
          List<List<?>> all = List.copyOf(keys);
          return Steps.sideBySide(all.size(), i -> deleteKey(all.get(i).toArray()));
        });
  }

  /**
   * Deletes what a read finds with its view rows, as {@link AsyncRecordTable#deleteAll}.
   *
   * @param query begun by {@link #records}
   */
  public CompletableFuture<Long> deleteAll(RecordQuery<R> query) {
    return fitting(() -> records.deleteAll(query, writer::deleteRow));
  }

  @Override
  protected TableDesign<R> recordDesign() {
    return records.design();
  }

  @Override
  protected <T> CompletableFuture<T> conditionally(
      Function<ConditionalWriter<R>, CompletableFuture<T>> call) {
    return fitting(() -> call.apply(writer.conditional()));
  }

  private <T> CompletableFuture<T> fitting(Callable<CompletableFuture<T>> call) {
    return Steps.each(targets, target -> target.fitting(() -> Steps.DONE))
        .thenCompose(done -> records.fitting(call));
  }
}
