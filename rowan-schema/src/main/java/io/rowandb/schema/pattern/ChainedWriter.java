package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes and deletes records of a table whose rows have marks, so that the writes of a row are one
 * chain ({@link Chain}). An attempt, which begins again when another writer was faster:
 *
 * <ol>
 *   <li>The row is read: the record before this one, and its mark. The write's time is greater than
 *       that of all that is there.
 *   <li>With details in rows of their own, the time is taken: the mark gets it in a step of its
 *       own, so that no other write has it.
 *   <li>Entries of indexes are written, unique ones first, which may refuse the record; then
 *       details in rows of their own, at the time. They may be read as details of the record before
 *       until the next step.
 *   <li>The record and a new mark are written in one step, if the mark is still the one that was
 *       read. With that, the details of the write are the record's, and no others.
 *   <li>What follows the row is done, as the mark says ({@link Followers}); older details are
 *       removed; claims of unique values are settled, and the mark.
 * </ol>
 *
 * <p>To delete a record that something follows, only the mark is written first: the record stays
 * until what follows it is gone. The last step removes the row with its mark, if that is still the
 * one that was read, and with it all that is not younger than the write.
 *
 * <p>Used as its carrier's calls are.
 *
 * @param <R> the record
 */
public final class ChainedWriter<R> implements Writer<R> {
  /** Each time another writer was faster; so many in a row are a fault in the program. */
  private static final int MAX_ATTEMPTS = 100;

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  // Fixed at construction.
  private final TableDesign<R> design;
  private final Chain<R> chain;
  private final IndexKeeper<R> keeper;
  private final DetailKeeper<R> details;
  private final Removals removals;
  private final Followers<R> followers;

  ChainedWriter(
      Chain<R> chain,
      IndexKeeper<R> keeper,
      DetailKeeper<R> details,
      Removals removals,
      Followers<R> followers) {
    this.removals = removals;
    design = chain.design();
    this.chain = chain;
    this.keeper = keeper;
    this.details = details;
    this.followers = followers;
  }

  /** The rows that it writes. */
  public Chain<R> chain() {
    return chain;
  }

  private boolean isFollowed() {
    return !followers.names().isEmpty();
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
   */
  private record Planned<R>(R record, R canonical, byte[] row, RowChange change) {}

  private CompletableFuture<Void> putSome(List<R> records) {
    AtomicReference<List<Planned<R>>> rest = new AtomicReference<>(planned(records));
    int[] attempts = new int[1];
    return Steps.whileMore(
        () -> {
          return mayTry(attempts[0]++, rest.get().get(0).row())
              .thenCompose(done -> attempt(rest.get()))
              .thenCompose(
                  left -> {
                    rest.set(left);
                    return Steps.more(!left.isEmpty());
                  });
        });
  }

  private List<Planned<R>> planned(List<R> records) {
    return planned(
        records,
        record -> {
          design.checkWritten(record);
          return design.write(record);
        });
  }

  /** Of those with the same key the last, since each would replace the one before. */
  private List<Planned<R>> planned(List<R> records, Function<R, RowChange> form) {
    Map<ByteBuffer, Planned<R>> last = new LinkedHashMap<>();
    for (R record : records) {
      RowChange change = form.apply(design.present(record)); // refused before anything is written
      byte[] row = change.put().getRow();
      R canonical = isFollowed() ? design.written(record) : null;
      last.put(ByteBuffer.wrap(row), new Planned<>(record, canonical, row, change));
    }
    return List.copyOf(last.values());
  }

  /** A planned write, as the row was read, and its mark. */
  private record Turn<R>(Planned<R> planned, Chain.Link<R> link) {
    ChainWrite<R> write() {
      return new ChainWrite<>(planned.row(), planned.canonical(), link.mark());
    }
  }

  /** Gives those that others were faster with. */
  private CompletableFuture<List<Planned<R>>> attempt(List<Planned<R>> todo) {
    return Steps.each(todo, planned -> removals.allPassed(planned.row()))
        .thenCompose(
            done -> keeper.namedRows(() -> chain.read(todo.stream().map(Planned::row).toList())))
        .thenCompose(
            formers ->
                details.areInRows()
                    ? chain.awaitReservable(formers, removals.carrier()).thenApply(done -> formers)
                    : done(formers))
        .thenCompose(
            formers -> {
              List<Turn<R>> turns = new ArrayList<>();
              for (int i = 0; i < todo.size(); i++) {
                Planned<R> planned = todo.get(i);
                Mark mark = mark(formers.get(i), planned.canonical());
                design.removeOthers(planned.record(), formers.get(i).cells(), planned.change());
                turns.add(
                    new Turn<>(planned, new Chain.Link<>(formers.get(i), planned.change(), mark)));
              }
              return details.areInRows() ? reserved(turns) : done(turns);
            })
        .thenCompose(turns -> turns.isEmpty() ? done(todo) : write(todo, turns));
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
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

  private CompletableFuture<List<Planned<R>>> write(List<Planned<R>> todo, List<Turn<R>> turns) {
    WriteTime time = keeper.beginTime(); // entries are not to be older than the attempt
    OwnEntries.Write own = keeper.begin(turns.stream().map(turn -> turn.planned().row()).toList());
    return keeper
        .writeEntries(turns.stream().map(turn -> turn.planned().record()).toList(), own)
        .exceptionallyCompose(failure -> giveUpNew(turns, failure))
        .thenCompose(
            claims ->
                writeDetails(turns)
                    .thenCompose(done -> time.checked())
                    .exceptionallyCompose(failure -> keeper.withdraw(claims, failure))
                    .thenCompose(done -> chain.replace(turns.stream().map(Turn::link).toList()))
                    .thenCompose(
                        answers -> {
                          if (!answers.contains(false)) {
                            own.end();
                          }
                          return keeper.settle(claims).thenApply(done -> answers);
                        }))
        .thenCompose(answers -> behind(todo, turns, answers));
  }

  /** A record was refused: rows that had nothing need no mark. */
  private <T> CompletableFuture<T> giveUpNew(List<Turn<R>> turns, Throwable refusal) {
    List<MarkedRow<R>> bare =
        turns.stream()
            .map(turn -> turn.link().former())
            .filter(former -> former.isAbsent() && former.markBytes() != null)
            .toList();
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
      List<Planned<R>> todo, List<Turn<R>> turns, List<Boolean> answers) {
    List<Planned<R>> left = new ArrayList<>(todo);
    List<ChainWrite<R>> written = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      if (answers.get(i)) {
        left.remove(turns.get(i).planned());
        written.add(turns.get(i).write());
      }
    }
    return behind(written).thenApply(done -> left);
  }

  private CompletableFuture<Void> behind(List<ChainWrite<R>> written) {
    return written.isEmpty()
        ? Steps.DONE
        : follow(written)
            .thenCompose(
                done ->
                    details.areInRows()
                        ? Steps.each(
                            written, each -> details.removeOlder(each.row(), each.mark().since()))
                        : Steps.DONE)
            .thenCompose(done -> isFollowed() ? chain.settle(written) : Steps.DONE);
  }

  private CompletableFuture<Void> follow(List<ChainWrite<R>> written) {
    return isFollowed() ? Steps.called(() -> followers.follow(written)) : Steps.DONE;
  }

  /**
   * Writes records into rows that have nothing, all in a call for each step.
   *
   * @return fails as {@link #put}
   */
  public CompletableFuture<Void> insert(List<R> records) {
    return Steps.called(
        () -> {
          List<Planned<R>> planned = planned(records, design::writeNew);
          List<Turn<R>> turns = fresh(planned, absent(planned));
          return writeNew(turns, () -> chain.insert(turns.stream().map(Turn::link).toList()));
        });
  }

  /** Behind what was deleted there. */
  @Override
  public CompletableFuture<Void> load(List<R> records, RowLoad rows) {
    return Steps.called(
        () -> {
          List<Planned<R>> planned = planned(records, design::writeNew);
          return chain
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
      Mark mark = mark(absent.get(i), each.canonical());
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
    return keeper
        .writeEntries(turns.stream().map(turn -> turn.planned().record()).toList(), null)
        .thenCompose(
            claims ->
                writeDetails(turns)
                    .thenCompose(done -> time.checked())
                    .exceptionallyCompose(failure -> keeper.withdraw(claims, failure))
                    .thenCompose(done -> Steps.called(rows))
                    .thenCompose(done -> keeper.settle(claims)))
        .thenCompose(done -> follow(written))
        .thenCompose(done -> isFollowed() ? chain.settle(written) : Steps.DONE)
        .thenApply(done -> null);
  }

  @Override
  public CompletableFuture<Void> delete(R record) {
    return Steps.called(() -> delete(design.key().encode(design.present(record))));
  }

  private CompletableFuture<Void> delete(byte[] row) {
    return attempts(
        row,
        () ->
            chain
                .read(row)
                .thenCompose(
                    former -> {
                      if (former.isAbsent()) { // of its details there may be some
                        return deleteRow(row, null, chain.time(former, 0));
                      }
                      return isFollowed() ? deleteFollowed(former) : deleteAlone(former);
                    }));
  }

  /** Waits a while that grows and is drawn, so that writers do not hinder one another for ever. */
  private CompletableFuture<Void> mayTry(int attempts, byte[] row) throws IOException {
    if (attempts == MAX_ATTEMPTS) {
      throw tooMany(row);
    }
    long most = Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(attempts, 20));
    return attempts == 0
        ? Steps.DONE
        : removals.carrier().pause(ThreadLocalRandom.current().nextLong(most));
  }

  /** Takes steps until one has done it. */
  private CompletableFuture<Void> attempts(
      byte[] row, Callable<CompletableFuture<Boolean>> attempt) {
    int[] attempts = new int[1];
    return Steps.whileMore(
        () -> {
          return mayTry(attempts[0]++, row)
              .thenCompose(done -> Steps.called(attempt))
              .thenApply(done -> !done);
        });
  }

  private CompletableFuture<Boolean> deleteAlone(MarkedRow<R> former) {
    former.mark().ifPresent(this::checkFollowers);
    return chain
        .awaitTime(former, removals.carrier())
        .thenCompose(done -> deleteRow(former.row(), former.markBytes(), chain.time(former, 0)));
  }

  private CompletableFuture<Boolean> deleteRow(byte[] row, byte[] markBytes, long time) {
    WriteTime began = keeper.beginTime();
    OwnEntries.Write own = keeper.begin(List.of(row));
    return keeper
        .beforeDelete(List.of(row))
        .thenCompose(done -> began.checked())
        .thenCompose(done -> chain.delete(row, markBytes, time))
        .thenCompose(
            deleted -> {
              if (!deleted) {
                return done(false);
              }
              own.end();
              return details.removeOlder(row, time + 1).thenApply(done -> true);
            });
  }

  private CompletableFuture<Boolean> deleteFollowed(MarkedRow<R> former) {
    Mark mark = mark(Mark.State.DELETE, former, null, 0);
    return chain
        .replace(List.of(new Chain.Link<>(former, null, mark)))
        .thenCompose(
            answers ->
                answers.get(0)
                    ? finish(List.of(new ChainWrite<>(former.row(), null, mark)))
                        .thenApply(done -> true)
                    : done(false));
  }

  /**
   * Does what marks say that is left to be done.
   *
   * @param writes whose marks are all of the same state
   */
  private CompletableFuture<Void> finish(List<ChainWrite<R>> writes) {
    if (writes.isEmpty()) {
      return Steps.DONE;
    }
    if (writes.get(0).mark().state() != Mark.State.DELETE) {
      return behind(writes);
    }
    return follow(writes)
        .thenCompose(done -> Steps.each(writes, this::endDeletion))
        .exceptionallyCompose(this::noted);
  }

  /**
   * Deletes a row whose mark says so. Another writer may have taken a time meanwhile, which gives
   * the mark another token; or somebody else has deleted it, or this client by a call whose answer
   * was lost.
   */
  private CompletableFuture<Void> endDeletion(ChainWrite<R> deleting) {
    byte[] row = deleting.row();
    Mark mark = deleting.mark();
    return deleteRow(row, mark.toBytes(), chain.timeOfDeletion(mark))
        .thenCompose(
            deleted ->
                deleted
                    ? Steps.DONE
                    : attempts(
                        row, () -> chain.read(row).thenCompose(now -> endDeletion(now, mark))));
  }

  private CompletableFuture<Boolean> endDeletion(MarkedRow<R> now, Mark deleting) {
    if (now.isAbsent()) {
      return details.removeOlder(now.row(), deleting.latest() + 1).thenApply(done -> true);
    }
    boolean same =
        now.mark()
            .filter(mark -> mark.state() == Mark.State.DELETE && mark.time() == deleting.time())
            .isPresent();
    return same
        ? deleteRow(now.row(), now.markBytes(), chain.timeOfDeletion(now.mark().orElseThrow()))
        : done(true);
  }

  /** The row is as it was, but its mark tells already what is to be done. */
  private CompletableFuture<Void> noted(Throwable failed) {
    Throwable failure = Steps.cause(failed);
    return CompletableFuture.failedFuture(
        failure instanceof LateWriteException
            ? LateWriteException.noted(design.name(), failure)
            : failure);
  }

  /**
   * Does again what follows rows, each as a write of its own that leaves the record as it is.
   *
   * @param rows as they were read, settled, with records
   * @param atLeast the least time of each row's write
   * @return of which rows it did; not when somebody else has written the row
   */
  public CompletableFuture<List<Boolean>> renew(List<MarkedRow<R>> rows, List<Long> atLeast) {
    return Steps.called(
        () -> {
          List<Chain.Link<R>> links = new ArrayList<>();
          for (int i = 0; i < rows.size(); i++) {
            MarkedRow<R> row = rows.get(i);
            R record = row.record().orElseThrow();
            Mark mark = mark(Mark.State.PUT, row, record, atLeast.get(i));
            links.add(new Chain.Link<>(row, null, mark));
          }
          return chain
              .replace(links)
              .thenCompose(
                  answers -> {
                    List<ChainWrite<R>> renewed = new ArrayList<>();
                    for (int i = 0; i < rows.size(); i++) {
                      if (answers.get(i)) {
                        MarkedRow<R> row = rows.get(i);
                        renewed.add(
                            new ChainWrite<>(
                                row.row(), row.record().orElseThrow(), links.get(i).mark()));
                      }
                    }
                    return follow(renewed)
                        .thenCompose(done -> renewed.isEmpty() ? Steps.DONE : chain.settle(renewed))
                        .thenApply(done -> answers);
                  });
        });
  }

  /**
   * A row, when what its mark names has been done, here if nobody else has; or as it is, when no
   * record can be made of it.
   *
   * @return fails also when others write it again and again
   */
  public CompletableFuture<MarkedRow<R>> settled(byte[] row) {
    AtomicReference<MarkedRow<R>> found = new AtomicReference<>();
    return attempts(
            row,
            () ->
                chain
                    .read(row)
                    .thenCompose(
                        read -> {
                          found.set(read);
                          if (!read.isPending()) {
                            return done(true);
                          }
                          Mark mark = read.mark().orElseThrow();
                          checkFollowers(mark);
                          if (mark.state() == Mark.State.PUT && read.unreadable() != null) {
                            return done(true); // who can read it knows what is to be done
                          }
                          R record =
                              mark.state() == Mark.State.PUT ? read.record().orElse(null) : null;
                          return finish(List.of(new ChainWrite<>(row, record, mark)))
                              .thenApply(done -> false);
                        }))
        .thenApply(done -> found.get());
  }

  /** Rows that exist or not, settled as {@link #settled(byte[])}. */
  public CompletableFuture<List<MarkedRow<R>>> settled(List<byte[]> rows) {
    return chain
        .readAlone(rows)
        .thenCompose(
            read -> {
              List<MarkedRow<R>> settled = new ArrayList<>();
              return Steps.each(
                      read,
                      each ->
                          (each.isPending() ? settled(each.row()) : done(each))
                              .thenAccept(settled::add))
                  .thenApply(done -> settled);
            });
  }

  /** The mark of a write behind another. */
  private Mark mark(MarkedRow<R> former, R record) {
    former.mark().ifPresent(this::checkFollowers);
    long time = details.areInRows() ? chain.reservedTime(former) : chain.time(former, 0);
    return isFollowed()
        ? Mark.of(Mark.State.PUT, time, time, followers.doomed(former, record))
        : Mark.settledAt(time);
  }

  /** The mark of a write that leaves the record as it is. */
  private Mark mark(Mark.State state, MarkedRow<R> former, R record, long atLeast) {
    former.mark().ifPresent(this::checkFollowers);
    long since = former.mark().map(Mark::since).orElse(0L);
    return Mark.of(state, since, chain.time(former, atLeast), followers.doomed(former, record));
  }

  /** What is settled here is settled for all. */
  private void checkFollowers(Mark mark) {
    Set<String> unknown = new HashSet<>(mark.doomed().keySet());
    unknown.removeAll(followers.names());
    if (!unknown.isEmpty()) {
      throw new IllegalStateException(
          "a row of "
              + design.name()
              + " was written with the views "
              + mark.doomed().keySet()
              + ", and this client knows "
              + followers.names()
              + ": all writers must declare the same");
    }
  }

  private IOException tooMany(byte[] row) {
    return new IOException(
        "row "
            + Bytes.toStringBinary(row)
            + " of "
            + design.name()
            + " was written by others "
            + MAX_ATTEMPTS
            + " times while this client tried to");
  }
}
