package io.rowandb.schema.view;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import io.rowandb.schema.pattern.chain.WholeRecords;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;

/**
 * Records that nobody writes any more, and a view of them: does for the view what their marks tell
 * that is left to be done, and leaves the marks as they are. Must be closed. Used by one thread.
 *
 * @param <R> the source's record
 */
public final class FrozenSource<R> implements AutoCloseable {
  /** Rows that are read together. */
  private static final int BATCH = 500;

  // Fixed at construction.
  private final WaitingCarrier carrier;
  private final MarkedRows<R> rows;
  private final SourceRows<R> source;
  private final RecordTable<?> target;
  private final ViewTable<R, ?> view;

  private <V> FrozenSource(Connection connection, IndexSettings settings, View<R, V> of)
      throws IOException {
    TableDesign<V> design = of.target().asViewOf(of.source().name());
    RecordTable<V> opened = RecordTable.open(connection, design, settings);
    target = opened;
    carrier = new WaitingCarrier(connection);
    Optional<WholeRecords<R>> whole =
        of.seesDetails()
            ? DetailKeeper.wholeRecords(carrier, of.source(), settings.clock())
            : Optional.empty();
    rows = new MarkedRows<>(carrier, of.source(), /* readsRecords= */ true, whole);
    source = new SourceRows<>(rows, carrier);
    view = new ViewTable<>(carrier, of, opened.entriesFirst());
  }

  /** Opens the tables of a view and its source. */
  public static <R> FrozenSource<R> open(
      Connection connection, IndexSettings settings, View<R, ?> view) throws IOException {
    return new FrozenSource<>(connection, settings, view);
  }

  /**
   * Does what is left to be done for one row.
   *
   * @return when it was written last, in milliseconds since 1970; 0 if it was not
   */
  public long follow(byte[] row) throws IOException {
    MarkedRow<R> read = Steps.ended(rows.read(row));
    Steps.ended(view.apply(leftToDo(read).stream().toList()));
    return read.latest();
  }

  private Optional<ChainWrite<R>> leftToDo(MarkedRow<R> row) {
    return row.mark()
        .filter(Mark::isPending)
        .filter(mark -> mark.state() == Mark.State.DELETE || row.unreadable() == null)
        .map(
            mark ->
                new ChainWrite<>(
                    row.row(),
                    mark.state() == Mark.State.PUT ? row.record().orElse(null) : null,
                    mark));
  }

  /**
   * Gives the view all records that were written since, but by who has followed them: programs that
   * do not know of the view may have written them. Nobody may write the view meanwhile but as its
   * source's rows want it.
   *
   * @param millis since 1970; what is older is there
   * @return how many
   */
  public long followSince(long millis) throws IOException {
    long count = 0;
    List<byte[]> batch = new ArrayList<>();
    try (RecordRanges since = source.scanSince(millis)) {
      for (Result found = since.next(); found != null; found = since.next()) {
        if (!source.isFollowed(found)) {
          batch.add(found.getRow());
        }
        if (batch.size() == BATCH) {
          count += put(batch);
          batch.clear();
        }
      }
    }
    return count + put(batch);
  }

  private int put(List<byte[]> batch) throws IOException {
    if (batch.isEmpty()) {
      return 0;
    }
    return followEach(
        batch,
        row -> {
          Optional<ChainWrite<R>> left = leftToDo(row);
          return left.isPresent() || row.isPending() || row.record().isEmpty()
              ? left
              : Optional.of(
                  new ChainWrite<>(
                      row.row(), row.record().orElseThrow(), Mark.settledAt(row.latest())));
        });
  }

  /** What the view is to get of a row. */
  @FunctionalInterface
  private interface Followed<R> {
    Optional<ChainWrite<R>> of(MarkedRow<R> row);
  }

  /** Rows whose turn comes together, as many as may be held. */
  private final class Held {
    private final Followed<R> followed;
    private final List<MarkedRow<R>> held = new ArrayList<>();
    private long cells;
    private int count;

    Held(Followed<R> followed) {
      this.followed = followed;
    }

    CompletableFuture<Void> add(MarkedRow<R> row) {
      long more = rows.held(row);
      boolean hasRoom = held.isEmpty() || cells + more <= MarkedRows.MOST_CELLS;
      return (hasRoom ? Steps.DONE : follow())
          .thenRun(
              () -> {
                held.add(row);
                cells += more;
              });
    }

    CompletableFuture<Void> follow() {
      List<MarkedRow<R>> some = List.copyOf(held);
      held.clear();
      cells = 0;
      return rows.withLatest(some)
          .thenCompose(
              latest -> {
                List<ChainWrite<R>> writes = new ArrayList<>();
                latest.forEach(row -> followed.of(row).ifPresent(writes::add));
                count += writes.size();
                return view.apply(writes);
              });
    }
  }

  /** For how many rows something was done. */
  private int followEach(List<byte[]> batch, Followed<R> followed) throws IOException {
    Held held = new Held(followed);
    Steps.ended(rows.readEach(batch, held::add));
    Steps.ended(held.follow());
    return held.count;
  }

  /**
   * Does what is left to be done for all rows.
   *
   * @return for how many rows
   */
  public long followAll() throws IOException {
    long count = 0;
    List<byte[]> pending = pending(new byte[0]);
    while (!pending.isEmpty()) {
      followEach(pending, this::leftToDo);
      count += pending.size();
      byte[] last = pending.get(pending.size() - 1);
      pending = pending.size() < BATCH ? List.of() : pending(Arrays.copyOf(last, last.length + 1));
    }
    return count;
  }

  private List<byte[]> pending(byte[] from) throws IOException {
    return source.pending(from, BATCH).stream().map(Result::getRow).toList();
  }

  @Override
  public void close() throws IOException {
    carrier.close();
    target.close();
  }
}
