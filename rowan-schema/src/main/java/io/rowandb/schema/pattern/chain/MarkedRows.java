package io.rowandb.schema.pattern.chain;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads the rows of a table with their marks; {@link Chain} writes them. Its thread rules are those
 * of its table's calls.
 *
 * @param <R> the record
 */
public final class MarkedRows<R> {
  /**
   * The cells of rows that are held together, unless one row has more: some tens of megabytes. A
   * row with details may have as many as a thousand others.
   */
  public static final int MOST_CELLS = 50_000;

  private static final int ALL = -1;

  // Fixed at construction.
  private final TableDesign<R> design;
  private final TableCalls table;
  private final Column mark;
  private final boolean readsRecords;
  private final Optional<WholeRecords<R>> wholeRecords;

  /**
   * Of a table.
   *
   * @param readsRecords whether anybody asks for the records, besides their marks
   * @param wholeRecords reads what is not in the rows; empty when nobody asks for that
   */
  public MarkedRows(
      Carrier carrier,
      TableDesign<R> design,
      boolean readsRecords,
      Optional<WholeRecords<R>> wholeRecords)
      throws IOException {
    this.design = design;
    this.wholeRecords = wholeRecords;
    this.readsRecords = readsRecords;
    table = carrier.table(design.name());
    mark = design.mark();
  }

  /** What the rows are of. */
  public TableDesign<R> design() {
    return design;
  }

  /** Rows as they are now, in one call, and another for the times of what was deleted there. */
  public CompletableFuture<List<MarkedRow<R>>> read(List<byte[]> rows) {
    return readAlone(rows).thenCompose(this::withLatest);
  }

  /** A row as it is now. */
  public CompletableFuture<MarkedRow<R>> read(byte[] row) {
    return read(List.of(row)).thenApply(read -> read.get(0));
  }

  /** Rows as they are now, without the times of what was deleted, in one call. */
  public CompletableFuture<List<MarkedRow<R>>> readAlone(List<byte[]> rows) {
    return readRows(rows).thenCompose(this::whole);
  }

  private CompletableFuture<List<MarkedRow<R>>> readRows(List<byte[]> rows) {
    return cells(rows, ALL)
        .thenApply(
            found -> {
              List<MarkedRow<R>> read = new ArrayList<>();
              for (int i = 0; i < rows.size(); i++) {
                read.add(of(rows.get(i), found.get(i)));
              }
              return read;
            });
  }

  /**
   * The cells of rows, in one call.
   *
   * @param most of each family of a row, the first ones
   */
  private CompletableFuture<List<Result>> cells(List<byte[]> rows, int most) {
    return Steps.called(
        () -> {
          List<Get> gets = new ArrayList<>();
          for (byte[] row : rows) {
            Get get = new Get(row).readVersions(design.versions());
            design.familyNames().forEach(get::addFamily);
            gets.add(most == ALL ? get : get.setMaxResultsPerColumnFamily(most));
          }
          return table.getAll(gets);
        });
  }

  /**
   * Gives rows as they are now to a taker, one after the other. They are read together, but those
   * with many cells alone, so that no more are held than {@link #MOST_CELLS} and those of one row.
   */
  public CompletableFuture<Void> readEach(List<byte[]> rows, Steps.Step<MarkedRow<R>> taker) {
    int most =
        design.details().isEmpty() || rows.size() < 2
            ? ALL
            : Math.max(1, MOST_CELLS / (rows.size() * design.familyNames().size()));
    return cells(rows, most).thenCompose(found -> giveEach(rows, found, most, taker));
  }

  private CompletableFuture<Void> giveEach(
      List<byte[]> rows, List<Result> found, int most, Steps.Step<MarkedRow<R>> taker) {
    AtomicInteger next = new AtomicInteger();
    return Steps.each(
        rows,
        row -> {
          Result cells = found.get(next.getAndIncrement());
          CompletableFuture<MarkedRow<R>> read =
              isCut(cells, most)
                  ? readAlone(List.of(row)).thenApply(alone -> alone.get(0))
                  : whole(of(row, cells));
          return read.thenCompose(
              each -> Steps.called(() -> taker.of(each).thenApply(done -> null)));
        });
  }

  /** Whether a row may have more cells than were read. */
  private boolean isCut(Result cells, int most) {
    if (most == ALL || cells.isEmpty()) {
      return false;
    }
    for (byte[] family : design.familyNames()) {
      int count = 0;
      for (Cell cell : cells.rawCells()) {
        count += CellUtil.matchingFamily(cell, family) ? 1 : 0;
      }
      if (count >= most) {
        return true;
      }
    }
    return false;
  }

  /** How many cells are held with a row: its own, and those of details that were read with it. */
  public long held(MarkedRow<R> row) {
    long held = row.cells().size();
    if (wholeRecords.isPresent() && row.record().isPresent()) {
      for (DetailMapping<R, ?> mapping : design.details()) {
        if (mapping instanceof TallDetails<R, ?> tall) {
          held += tall.mostCells(row.record().get());
        }
      }
    }
    return held;
  }

  /** The same rows; those without a mark know the times of what was deleted there. */
  public CompletableFuture<List<MarkedRow<R>>> withLatest(List<MarkedRow<R>> rows) {
    List<byte[]> unmarked =
        rows.stream().filter(row -> row.mark().isEmpty()).map(MarkedRow::row).toList();
    return Stamped.latestStored(table, unmarked)
        .thenApply(
            latest ->
                rows.stream()
                    .map(
                        row ->
                            row.mark().isPresent()
                                ? row
                                : row.atLeast(latest.getOrDefault(row.row(), 0L)))
                    .toList());
  }

  /** The same rows, whose records have what is not in them, if anybody asks for that. */
  public CompletableFuture<List<MarkedRow<R>>> whole(List<MarkedRow<R>> rows) {
    if (wholeRecords.isEmpty()) {
      return CompletableFuture.completedFuture(rows);
    }
    List<MarkedRow<R>> whole = new ArrayList<>();
    return Steps.each(rows, row -> whole(row).thenAccept(whole::add)).thenApply(done -> whole);
  }

  private CompletableFuture<MarkedRow<R>> whole(MarkedRow<R> row) {
    if (wholeRecords.isEmpty() || row.record().isEmpty()) {
      return CompletableFuture.completedFuture(row);
    }
    return Steps.called(() -> wholeRecords.orElseThrow().of(row.cells(), asOf(row)))
        .thenApply(row::withRecord)
        .exceptionallyCompose(
            failed ->
                Steps.cause(failed) instanceof RuntimeException unreadable
                    ? CompletableFuture.completedFuture(row.unreadable(unreadable))
                    : CompletableFuture.failedFuture(Steps.cause(failed)));
  }

  /**
   * Of a write that has left something to be done, its own details alone: whoever does it gives
   * what follows the row the same.
   */
  private static OptionalLong asOf(MarkedRow<?> row) {
    return row.mark()
        .filter(Mark::isPending)
        .filter(mark -> mark.since() == mark.time())
        .map(mark -> OptionalLong.of(mark.time()))
        .orElse(OptionalLong.empty());
  }

  /** A row that was read with all its families. */
  public MarkedRow<R> of(Result cells) {
    return of(cells.getRow(), cells);
  }

  /** A row that was read with all its families, if anything was there. */
  public MarkedRow<R> of(byte[] row, Result cells) {
    byte[] bytes = cells.isEmpty() ? null : cells.getValue(mark.family(), mark.qualifier());
    Optional<Mark> found = Optional.ofNullable(bytes).map(Mark::of);
    Optional<R> record = Optional.empty();
    RuntimeException unreadable = null;
    if (readsRecords && design.isRecord(cells)) {
      try {
        record = Optional.of(design.rows().readWritten(cells));
      } catch (RuntimeException e) { // whatever the record's constructor throws
        unreadable = e;
      }
    }
    long latest = Math.max(Stamped.latest(cells), found.map(Mark::latest).orElse(0L));
    return new MarkedRow<>(row, cells, record, unreadable, found, bytes, latest);
  }

  /**
   * When the record of a row was written last, in milliseconds since 1970; a later write has a
   * greater time. Empty when no mark tells: that of a row from before there were marks, of which a
   * time was taken, has 0.
   */
  public static OptionalLong timeOf(TableDesign<?> design, Result cells) {
    Column column = design.mark();
    byte[] bytes = cells.isEmpty() ? null : cells.getValue(column.family(), column.qualifier());
    if (bytes == null) {
      return OptionalLong.empty();
    }
    try {
      Mark found = Mark.of(bytes);
      boolean tells = found.time() > 0 && found.state() != Mark.State.DELETE;
      return tells ? OptionalLong.of(found.time()) : OptionalLong.empty();
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty(); // of another program; writers of the row say so
    }
  }

  /** The marks of a row alone, in one call. */
  public CompletableFuture<Optional<Mark>> markOf(byte[] row) {
    return table
        .get(new Get(row).addColumn(mark.family(), mark.qualifier()))
        .thenApply(
            cells ->
                Optional.ofNullable(
                        cells.isEmpty() ? null : cells.getValue(mark.family(), mark.qualifier()))
                    .map(Mark::of));
  }
}
