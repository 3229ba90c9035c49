package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.WriteId;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Put;

/**
 * Writes and deletes records of a table whose rows have marks, so that the writes of a row are one
 * chain ({@link Chain}). These are the steps of an attempt, which restarts when another writer was
 * faster:
 *
 * <ol>
 *   <li>Read the row: the previous record and its mark. The time of this write is greater than all
 *       times there.
 *   <li>If the record has details in their own rows, reserve the time: a separate step writes it to
 *       the mark, so that no other write has it.
 *   <li>Write the index entries, unique ones first, which may refuse the record; then write details
 *       in their own rows, at that time. Until the next step they may be read as details of the
 *       previous record.
 *   <li>Write the record and a new mark in one step, if the mark is still the one that was read.
 *       From then on the record has exactly the details of this write.
 *   <li>Update the followers of the row according to the mark ({@link Followers}), remove older
 *       details, and settle the claims of unique values and the mark.
 * </ol>
 *
 * <p>To delete a record that has followers, only the mark is written first: the record stays until
 * its followers are gone. The last step removes the row with its mark, if that is still the one
 * that was read, together with everything that is not newer than the write. {@link WriteEnds} does
 * this and the steps after the row.
 *
 * <p>Its thread rules are those of its carrier.
 *
 * @param <R> the record
 */
public final class ChainedWriter<R> implements Writer<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final Chain<R> chain;
  private final WriteEnds<R> ends;
  private final IndexKeeper<R> keeper;
  private final DetailKeeper<R> details;
  private final Removals removals;
  private final LackingEntries<R> lacking;

  ChainedWriter(WriteEnds<R> ends, Removals removals) {
    this.ends = ends;
    this.removals = removals;
    chain = ends.chain();
    design = chain.design();
    keeper = ends.keeper();
    lacking = new LackingEntries<>(ends);
    details = ends.details();
  }

  /** Writes by what rows hold. */
  public ConditionalWriter<R> conditional() {
    return new ConditionalWriter<>(this, ends);
  }

  /** What ends writes of these rows. */
  public WriteEnds<R> ends() {
    return ends;
  }

  /**
   * Writes a record.
   *
   * @return fails with an {@link IllegalArgumentException} when a value has no form, and with a
   *     {@link UniqueViolationException} when another record has the values of a unique index; the
   *     row is as it was then
   */
  @Override
  public CompletableFuture<Void> put(R record) {
    return Steps.called(() -> putSome(List.of(design.present(record))));
  }

  @Override
  public CompletableFuture<Void> putAll(Iterable<R> records) {
    return RecordWriter.inBatches(design, records, this::putSome);
  }

  /**
   * A record that is to be written.
   *
   * @param canonical as far as the writing of it decides; null when nobody asks
   * @param change what makes its row hold it
   * @param tried the greatest time of an attempt, which may be executed again, late
   * @param keepsDetails whether the details stay as they are
   * @param id of a conditional write; null for another
   */
  record Planned<R>(
      R record,
      R canonical,
      byte[] row,
      RowChange change,
      AtomicLong tried,
      boolean keepsDetails,
      WriteId id) {
    Mark tried(Mark mark) {
      tried.set(mark.latest());
      return id == null ? mark : mark.remembering(mark.recent().with(id, mark.time()));
    }
  }

  private CompletableFuture<Void> putSome(List<R> records) {
    return write(planned(records));
  }

  private CompletableFuture<Void> write(List<Planned<R>> all) {
    AtomicReference<List<Planned<R>>> rest = new AtomicReference<>(all);
    Claims<R> claims = new Claims<>();
    return chain
        .attempts()
        .until(
            () -> rest.get().get(0).row(),
            () ->
                attempt(rest.get(), claims)
                    .thenApply(
                        left -> {
                          rest.set(left);
                          return left.isEmpty();
                        }))
        .exceptionallyCompose(failure -> keeper.fail(claims, failure));
  }

  private List<Planned<R>> planned(List<R> records) {
    return planned(records, this::form);
  }

  private RowChange form(R record) {
    design.rows().checkWritten(record);
    return design.write(record);
  }

  /** Of those with the same key the last, since each would replace the one before. */
  private List<Planned<R>> planned(List<R> records, Function<R, RowChange> form) {
    Map<ByteBuffer, Planned<R>> last = new LinkedHashMap<>();
    for (R record : records) {
      Planned<R> planned = planned(design.taken(record), form);
      last.put(ByteBuffer.wrap(planned.row()), planned);
    }
    return List.copyOf(last.values());
  }

  private Planned<R> planned(R record, Function<R, RowChange> form) {
    RowChange change = form.apply(record); // refused before anything is written
    return new Planned<>(
        record,
        canonical(record),
        change.put().getRow(),
        change,
        new AtomicLong(),
        /* keepsDetails= */ false,
        /* id= */ null);
  }

  private R canonical(R record) {
    return ends.canonical(record);
  }

  /** A planned write, as the row was read, and its mark. */
  private record Turn<R>(Planned<R> planned, Chain.Link<R> link) {
    ChainWrite<R> write() {
      return new ChainWrite<>(planned.row(), planned.canonical(), link.mark());
    }

    IndexEntries.Change<R> change() {
      return new IndexEntries.Change<>(link.former(), planned.record(), link.mark().time());
    }
  }

  /**
   * Gives those that others were faster with.
   *
   * @param claims of the attempts before, whose details are there: they hold the values until all
   *     is written, so that none is refused behind its details
   */
  private CompletableFuture<List<Planned<R>>> attempt(List<Planned<R>> todo, Claims<R> claims) {
    WriteTime time = keeper.beginTime(); // entries are not to be older than the attempt
    return read(todo.stream().map(Planned::row).toList())
        .thenCompose(
            formers ->
                ends.endDeletions(formers)
                    .thenCompose(
                        ended -> ended ? done(todo) : writeOver(todo, formers, claims, time)));
  }

  /** Reads rows that are to be written. */
  CompletableFuture<List<MarkedRow<R>>> read(List<byte[]> rows) {
    return ends.mayWrite()
        .thenCompose(may -> Steps.each(rows, removals::allPassed))
        .thenCompose(done -> keeper.namedRows(() -> chain.rows().read(rows)));
  }

  /**
   * Writes records of different rows, if these are still as they were read.
   *
   * @param formers the rows; those of conditional writes with marks
   * @param claims of all attempts
   * @param time when this one began
   * @return those that were not written
   */
  CompletableFuture<List<Planned<R>>> writeOver(
      List<Planned<R>> todo, List<MarkedRow<R>> formers, Claims<R> claims, WriteTime time) {
    return (details.areInRows() ? chain.awaitReservable(formers) : Steps.DONE)
        .thenCompose(
            done -> {
              List<Turn<R>> turns = turns(todo, formers);
              return details.areInRows() ? reserved(turns) : done(turns);
            })
        .thenCompose(turns -> turns.isEmpty() ? done(todo) : write(todo, turns, claims, time));
  }

  private List<Turn<R>> turns(List<Planned<R>> todo, List<MarkedRow<R>> formers) {
    List<Turn<R>> turns = new ArrayList<>();
    for (int i = 0; i < todo.size(); i++) {
      Planned<R> planned = todo.get(i);
      MarkedRow<R> former = formers.get(i);
      Mark mark = planned.tried(ends.mark(former, planned.canonical(), planned.tried().get() + 1));
      if (!planned.keepsDetails()) {
        design.rows().removeOthers(planned.record(), former.cells(), planned.change());
      }
      turns.add(
          new Turn<>(planned, new Chain.Link<>(former, planned.change(), mark, planned.id())));
    }
    return turns;
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }

  /**
   * A conditional write.
   *
   * @param choice that writes
   * @param tried the greatest time of the attempts before
   * @throws IllegalArgumentException when a value has no form
   */
  Planned<R> planned(Choice<R> choice, WriteId id, AtomicLong tried) {
    R present = design.present(choice.record());
    boolean keepsDetails = choice.keepsDetails();
    RowChange change = keepsDetails ? design.updates().writeWithoutDetails(present) : form(present);
    if (choice.additions() != null) {
      choice.additions().addTo(change);
    }
    return new Planned<>(
        present, canonical(present), change.put().getRow(), change, tried, keepsDetails, id);
  }

  private CompletableFuture<List<Turn<R>>> reserved(List<Turn<R>> turns) {
    return chain
        .reserve(turns.stream().map(Turn::link).toList())
        .thenApply(
            links -> {
              List<Turn<R>> reserved = new ArrayList<>();
              int next = 0;
              for (Turn<R> turn : turns) {
                if (next < links.size() && isOf(links.get(next), turn)) {
                  reserved.add(new Turn<>(turn.planned(), links.get(next++)));
                }
              }
              return reserved;
            });
  }

  private CompletableFuture<List<Planned<R>>> write(
      List<Planned<R>> todo, List<Turn<R>> turns, Claims<R> claims, WriteTime time) {
    return keeper
        .beforeRows(turns.stream().map(Turn::change).toList(), claims)
        .exceptionallyCompose(chain::refused)
        .exceptionallyCompose(failure -> giveUpNew(turns, failure))
        .thenCompose(made -> writeDetails(turns).thenCompose(done -> keeper.checked(time)))
        .thenRun(claims::begin)
        .thenCompose(done -> chain.replace(turns.stream().map(Turn::link).toList()))
        .thenCompose(
            answers -> {
              claims.end();
              return (turns.size() < todo.size() || answers.contains(Chain.Answer.REFUSED)
                      ? Steps.DONE
                      : keeper.settle(claims).exceptionallyCompose(chain::ifReadOnly))
                  .thenCompose(done -> behind(todo, turns, answers));
            });
  }

  /** A record was refused: rows that had nothing need no mark. */
  private <T> CompletableFuture<T> giveUpNew(List<Turn<R>> turns, Throwable refusal) {
    List<MarkedRow<R>> bare =
        turns.stream().map(turn -> turn.link().former()).filter(ends::isBare).toList();
    return Steps.each(bare, each -> chain.delete(each.row(), each.markBytes(), each.latest()))
        .handle(
            (done, failure) -> {
              if (failure != null) {
                Steps.cause(refusal).addSuppressed(Steps.cause(failure)); // a mark alone stays
              }
              return null;
            })
        .thenCompose(done -> CompletableFuture.failedFuture(Steps.cause(refusal)));
  }

  private boolean isOf(Chain.Link<R> link, Turn<R> turn) {
    return link.mark().token().equals(turn.link().mark().token());
  }

  private CompletableFuture<Void> writeDetails(List<Turn<R>> turns) {
    return details.areInRows()
        ? Steps.sideBySide(
            turns.size(),
            i -> {
              Turn<R> turn = turns.get(i);
              return details.write(turn.planned().record(), turn.link().mark().since());
            })
        : Steps.DONE;
  }

  private CompletableFuture<List<Planned<R>>> behind(
      List<Planned<R>> todo, List<Turn<R>> turns, List<Chain.Answer> answers) {
    List<Planned<R>> left = new ArrayList<>(todo);
    List<Turn<R>> written = new ArrayList<>();
    List<ChainWrite<R>> last = new ArrayList<>();
    List<byte[]> overtaken = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      if (answers.get(i).isDone()) {
        byte[] done = turns.get(i).planned().row();
        left.removeIf(each -> Arrays.equals(each.row(), done)); // records need no equality
        written.add(turns.get(i));
      }
      if (answers.get(i) == Chain.Answer.WRITTEN) {
        last.add(turns.get(i).write());
      }
      if (answers.get(i) == Chain.Answer.OVERTAKEN) {
        overtaken.add(turns.get(i).planned().row());
      }
    }
    return keeper
        .behindRows(written.stream().map(Turn::change).toList())
        .exceptionallyCompose(chain::ifReadOnly)
        .thenCompose(done -> ends.behind(last))
        .thenCompose(done -> ends.catchUp(overtaken)) // who has overtaken them may be dead
        .exceptionallyCompose(failure -> BehindRows.failed(design.name(), failure))
        .thenApply(done -> left);
  }

  /**
   * Writes records into rows that have nothing, all in a call for each step.
   *
   * @return fails as {@link #put}
   */
  public CompletableFuture<Void> insert(List<R> records) {
    return Steps.called(
        () -> {
          List<Planned<R>> planned = planned(records, design.rows()::writeNew);
          List<Turn<R>> turns = fresh(planned, absent(planned));
          return ends.mayWrite()
              .thenCompose(
                  may ->
                      writeNew(turns, () -> chain.insert(turns.stream().map(Turn::link).toList())));
        });
  }

  /** Writes new records like {@link #insert}: some hundred at a time, one batch after the other. */
  public CompletableFuture<Void> insertAll(Iterable<R> records) {
    return RecordWriter.inBatches(design, records, this::insert);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Behind what was deleted there. With copies each row is a link of its chain, whoever writes
   * it: if there is a record after all, its copies must go.
   */
  @Override
  public CompletableFuture<Void> load(List<R> records, RowLoad rows) {
    return Steps.called(
        () -> {
          List<Planned<R>> planned = planned(records, design.rows()::writeNew);
          if (design.hasCopies()) {
            return write(planned);
          }
          return chain
              .rows()
              .withLatest(absent(planned))
              .thenCompose(
                  absent -> {
                    List<Turn<R>> turns = fresh(planned, absent);
                    return writeNew(turns, () -> loaded(turns, rows));
                  });
        });
  }

  private CompletableFuture<Void> loaded(List<Turn<R>> turns, RowLoad rows) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (Turn<R> turn : turns) {
      puts.add(chain.inserting(turn.link()));
    }
    rows.write(puts);
    return Steps.DONE;
  }

  private List<Turn<R>> fresh(List<Planned<R>> planned, List<MarkedRow<R>> absent) {
    List<Turn<R>> turns = new ArrayList<>();
    for (int i = 0; i < planned.size(); i++) {
      Planned<R> each = planned.get(i);
      Mark mark = ends.mark(absent.get(i), each.canonical(), /* atLeast= */ 0);
      turns.add(new Turn<>(each, new Chain.Link<>(absent.get(i), each.change(), mark)));
    }
    return turns;
  }

  private List<MarkedRow<R>> absent(List<Planned<R>> planned) {
    return planned.stream().map(each -> MarkedRow.<R>absent(each.row())).toList();
  }

  private CompletableFuture<Void> writeNew(
      List<Turn<R>> turns, Callable<CompletableFuture<Void>> rows) {
    WriteTime time = keeper.beginTime();
    List<ChainWrite<R>> written = turns.stream().map(Turn::write).toList();
    List<IndexEntries.Change<R>> changes = turns.stream().map(Turn::change).toList();
    Claims<R> claims = new Claims<>();
    return keeper
        .beforeRows(changes, claims)
        .thenCompose(made -> writeDetails(turns).thenCompose(done -> keeper.checked(time)))
        .thenRun(claims::begin)
        .thenCompose(done -> Steps.called(rows))
        .thenRun(claims::end)
        .thenCompose(done -> keeper.settle(claims))
        .thenCompose(
            done ->
                keeper
                    .behindRows(changes)
                    .thenCompose(behind -> ends.follow(written))
                    .exceptionallyCompose(failure -> BehindRows.failed(design.name(), failure)))
        .exceptionallyCompose(failure -> keeper.fail(claims, failure));
  }

  @Override
  public CompletableFuture<List<Boolean>> addEntries(IndexDesign<R> index, List<Old<R>> present) {
    return lacking.add(index, present);
  }

  @Override
  public CompletableFuture<Void> delete(R record) {
    return Steps.called(() -> ends.delete(design.key().encode(design.present(record))));
  }

  @Override
  public CompletableFuture<Void> deleteRow(byte[] row) {
    return Steps.called(() -> ends.delete(row));
  }
}
