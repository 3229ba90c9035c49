package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.ReadOnlyTableException;
import io.rowandb.schema.pattern.chain.RecentWrites;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.chain.WriteId;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Completes writes after their rows are written in a chain: updates the followers of a row ({@link
 * Followers}), removes older details, settles the mark, deletes the row. It does so for this
 * client's writes and for those that a dead client left. Its thread rules are those of its carrier.
 *
 * @param <R> the record
 */
public final class WriteEnds<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final Chain<R> chain;
  private final IndexKeeper<R> keeper;
  private final DetailKeeper<R> details;
  private final Followers<R> followers;

  WriteEnds(
      Chain<R> chain, IndexKeeper<R> keeper, DetailKeeper<R> details, Followers<R> followers) {
    design = chain.design();
    this.chain = chain;
    this.keeper = keeper;
    this.details = details;
    this.followers = followers;
  }

  /** The rows. */
  public Chain<R> chain() {
    return chain;
  }

  IndexKeeper<R> keeper() {
    return keeper;
  }

  DetailKeeper<R> details() {
    return details;
  }

  /**
   * Ends if this program may write the rows, and what follows them: to be asked before the first
   * step of a write, of which nothing is done then.
   */
  public CompletableFuture<Void> mayWrite() {
    return keeper.mayWrite().thenCompose(done -> followers.mayWrite());
  }

  /** The names of what follows the rows. */
  public Set<String> followers() {
    return followers.names();
  }

  /** Whether something follows the rows, and is told of their records. */
  boolean isFollowed() {
    return !followers.names().isEmpty();
  }

  /**
   * The mark of a write behind another.
   *
   * @param atLeast the least time of the write: behind earlier attempts, which may be executed late
   */
  Mark mark(MarkedRow<R> former, R record, long atLeast) {
    former.mark().ifPresent(this::checkFollowers);
    long time =
        details.areInRows()
            ? Math.max(chain.reservedTime(former), atLeast)
            : chain.time(former, atLeast);
    Mark mark =
        isFollowed()
            ? Mark.of(Mark.State.PUT, time, time, followers.doomed(former, record))
            : Mark.settledAt(time);
    return mark.remembering(recent(former));
  }

  /** The conditional writes of a row of which their clients may still ask. */
  private RecentWrites recent(MarkedRow<R> former) {
    return former.mark().map(Mark::recent).orElse(RecentWrites.NONE).without(this::isOld);
  }

  /** By the clock that gives writes their times. */
  boolean isOld(long timeMillis) {
    return chain.nowMillis() - timeMillis >= keeper.graceMillis();
  }

  /** Whether a row has a mark alone, that says nothing which anybody may ask for. */
  boolean isBare(MarkedRow<R> row) {
    return !design.isRecord(row.cells())
        && row.mark().filter(mark -> !mark.isPending()).isPresent()
        && recent(row).isEmpty();
  }

  /** The mark of a write that leaves the record as it is. */
  private Mark mark(Mark.State state, MarkedRow<R> former, R record, long atLeast) {
    former.mark().ifPresent(this::checkFollowers);
    long since = former.mark().map(Mark::since).orElse(0L);
    return Mark.of(state, since, chain.time(former, atLeast), followers.doomed(former, record))
        .remembering(recent(former));
  }

  /** What is settled here is settled for all. */
  private void checkFollowers(Mark mark) {
    Set<String> unknown = new HashSet<>(mark.doomed().keySet());
    unknown.removeAll(followers.names());
    if (!unknown.isEmpty() && !keeper.areGivenUp(unknown)) {
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

  /**
   * A record that is to be written, as what follows its row is told of it; null if nothing does.
   */
  R canonical(R record) {
    if (!isFollowed()) {
      return null;
    }
    return followers.seesDetails() ? design.rows().asRead(record) : design.rows().written(record);
  }

  /** Does what is behind rows that were written over others. */
  CompletableFuture<Void> behind(List<ChainWrite<R>> written) {
    return Steps.each(
            details.areInRows() ? written : List.<ChainWrite<R>>of(),
            each -> details.removeOlder(each.row(), each.mark().since()))
        .thenCompose(done -> follow(written));
  }

  /** Does what follows rows, and settles their marks. */
  CompletableFuture<Void> follow(List<ChainWrite<R>> written) {
    return isFollowed() && !written.isEmpty()
        ? Steps.called(() -> followers.follow(written))
            .thenCompose(done -> chain.settle(written))
            .exceptionallyCompose(this::tolerated)
        : Steps.DONE;
  }

  private CompletableFuture<Void> tolerated(Throwable failed) {
    Throwable failure = Steps.cause(failed);
    return followers.tolerates(failure) ? Steps.DONE : CompletableFuture.failedFuture(failure);
  }

  /** Deletes a row, and what there may be of its details, whether it is there or not. */
  CompletableFuture<Void> delete(byte[] row) {
    return mayWrite().thenCompose(done -> chain.until(row, former -> delete(former, null)));
  }

  /**
   * Deletes a row if it is still as it was read.
   *
   * @param id of a conditional write, which the row remembers; null for another
   * @return whether it did
   */
  CompletableFuture<Boolean> delete(MarkedRow<R> former, WriteId id) {
    return isFollowed() && !former.isAbsent()
        ? deleteFollowed(former, id)
        : deleteAlone(former, id);
  }

  /**
   * The deletion of a row.
   *
   * @param markBytes the mark that it must have; null for none
   * @param time up to which all goes
   * @param recent what the row remembers then
   * @param id of a conditional write; null for another
   */
  private record Deletion(byte[] markBytes, long time, RecentWrites recent, WriteId id) {}

  private CompletableFuture<Boolean> deleteAlone(MarkedRow<R> former, WriteId id) {
    former.mark().ifPresent(this::checkFollowers);
    return chain
        .awaitTime(former)
        .thenCompose(
            done -> {
              long time = chain.time(former, 0);
              Deletion deletion =
                  new Deletion(former.markBytes(), time, recent(former, id, time), id);
              return deleteRow(
                  former, deletion, keeper::checked, () -> delete(former.row(), deletion));
            });
  }

  private RecentWrites recent(MarkedRow<R> former, WriteId id, long time) {
    RecentWrites recent = recent(former);
    return id == null ? recent : recent.with(id, time);
  }

  /** Ends a deletion that a mark tells already: it is not refused any more. */
  private CompletableFuture<Boolean> endDeletion(MarkedRow<R> read, Mark mark) {
    Deletion deletion =
        new Deletion(mark.toBytes(), chain.timeOfDeletion(mark), mark.recent(), /* id= */ null);
    return deleteRow(read, deletion, WriteTime::checked, () -> delete(read.row(), deletion));
  }

  private CompletableFuture<Boolean> deleteRow(
      MarkedRow<R> former,
      Deletion deletion,
      Function<WriteTime, CompletableFuture<Void>> check,
      Callable<CompletableFuture<Boolean>> call) {
    WriteTime began = keeper.beginTime();
    List<IndexEntries.Change<R>> changes =
        List.of(new IndexEntries.Change<>(former, /* record= */ null, deletion.time()));
    return keeper
        .beforeRows(changes, new Claims<>()) // none: a deletion claims nothing
        .exceptionallyCompose(chain::refused)
        .thenCompose(done -> check.apply(began))
        .thenCompose(done -> Steps.called(call))
        .thenCompose(
            deleted ->
                deleted
                    ? keeper
                        .behindRows(changes)
                        .exceptionallyCompose(chain::ifReadOnly)
                        .thenCompose(done -> details.removeOlder(former.row(), deletion.time() + 1))
                        .thenApply(done -> true)
                    : done(false));
  }

  private CompletableFuture<Boolean> delete(byte[] row, Deletion deletion) {
    return deletion.recent().isEmpty()
        ? chain.delete(row, deletion.markBytes(), deletion.time())
        : chain.delete(
            row,
            deletion.markBytes(),
            deletion.time(),
            deletion.recent(),
            2 * keeper.graceMillis(),
            deletion.id());
  }

  private CompletableFuture<Boolean> deleteFollowed(MarkedRow<R> former, WriteId id) {
    Mark begun = mark(Mark.State.DELETE, former, null, 0);
    Mark mark = begun.remembering(recent(former, id, begun.time()));
    return mayWrite()
        .thenCompose(done -> chain.replace(List.of(new Chain.Link<>(former, null, mark, id))))
        .thenCompose(
            answers ->
                switch (answers.get(0)) {
                  case REFUSED -> done(false);
                  case WRITTEN ->
                      behindDeletion(finish(new ChainWrite<>(former.row(), null, mark), former));
                  case OVERTAKEN ->
                      behindDeletion(chain.until(former.row(), now -> endAgain(now, mark)));
                });
  }

  private CompletableFuture<Boolean> behindDeletion(CompletableFuture<Void> rest) {
    return rest.exceptionallyCompose(WriteEnds::ofReadOnly)
        .exceptionallyCompose(failure -> BehindRows.failed(design.name(), failure))
        .thenApply(done -> true);
  }

  /**
   * What follows a row is gone, or will be by its mark; nobody asks for the row itself any more.
   */
  private static CompletableFuture<Void> ofReadOnly(Throwable failed) {
    Throwable failure = Steps.cause(failed);
    return failure instanceof ReadOnlyTableException
        ? Steps.DONE
        : CompletableFuture.failedFuture(failure);
  }

  /** Does what the mark of a row that was read says that is left to be done. */
  private CompletableFuture<Void> finish(ChainWrite<R> write, MarkedRow<R> read) {
    if (write.mark().state() == Mark.State.DELETE && isWrittenSince(read, write.mark())) {
      return followLater(read);
    }
    return write.mark().state() == Mark.State.DELETE
        ? Steps.called(() -> followers.follow(List.of(write)))
            .handle((done, failure) -> Optional.ofNullable(failure))
            .thenCompose(
                failure ->
                    failure.isEmpty()
                        ? endDeletion(read, write)
                        : tolerated(failure.get())
                            .thenCompose(done -> leaveDeletion(read.row(), write.mark())))
            .exceptionallyCompose(this::noted)
        : behind(List.of(write));
  }

  /**
   * Whether a row was written behind its mark: by a program without marks, when nothing followed
   * the row for a while.
   */
  private boolean isWrittenSince(MarkedRow<R> read, Mark mark) {
    return !design.isMarked()
        && design.rows().changedOtherwise().isEmpty() // what is counted alone is no later record
        && design.isRecord(read.cells())
        && Stamped.latest(read.cells()) > mark.latest();
  }

  /** The mark tells of a deletion, and the row has a later record: that is to be followed. */
  private CompletableFuture<Void> followLater(MarkedRow<R> read) {
    R record = read.record().orElse(null);
    Mark mark = mark(Mark.State.PUT, read, record, /* atLeast= */ 0);
    return chain
        .replace(List.of(new Chain.Link<>(read, /* change= */ null, mark)))
        .thenCompose(
            answers ->
                answers.get(0) == Chain.Answer.WRITTEN && record != null
                    ? follow(List.of(new ChainWrite<>(read.row(), record, mark)))
                    : Steps.DONE);
  }

  /** Deletes a record whose followers could not be told; the mark that stays alone tells them. */
  private CompletableFuture<Void> leaveDeletion(byte[] row, Mark deleting) {
    return chain.until(
        row,
        now ->
            now.isBeingDeleted() && now.mark().orElseThrow().time() == deleting.time()
                ? leaveDeletion(now, now.mark().orElseThrow())
                : done(true)); // another client has ended it, or left it so
  }

  private CompletableFuture<Boolean> leaveDeletion(MarkedRow<R> now, Mark deleting) {
    long time = chain.timeOfDeletion(deleting);
    Mark left =
        Mark.of(Mark.State.DELETE, time + 1, time + 1, deleting.doomed())
            .remembering(deleting.recent());
    Deletion deletion = new Deletion(now.markBytes(), time, left.recent(), /* id= */ null);
    return deleteRow(
        now,
        deletion,
        WriteTime::checked,
        () -> chain.delete(now.row(), deletion.markBytes(), time, left));
  }

  /**
   * Deletes a row whose mark says so. Another writer may have reserved a time meanwhile, which
   * gives the mark a new token; or another client has deleted it, or this client by a call whose
   * answer was lost; or another client is deleting it too, and may be dead.
   */
  private CompletableFuture<Void> endDeletion(MarkedRow<R> read, ChainWrite<R> deleting) {
    Mark mark = deleting.mark();
    return endDeletion(read, mark)
        .thenCompose(
            deleted -> deleted ? Steps.DONE : chain.until(read.row(), now -> endAgain(now, mark)));
  }

  private CompletableFuture<Boolean> endAgain(MarkedRow<R> now, Mark deleting) {
    Optional<Mark> mark = now.mark().filter(each -> each.state() == Mark.State.DELETE);
    if (mark.isEmpty()) {
      return (design.isRecord(now.cells())
              ? Steps.DONE
              : details.removeOlder(now.row(), deleting.latest() + 1))
          .thenApply(done -> true);
    }
    return mark.get().time() == deleting.time()
        ? endDeletion(now, mark.get())
        : finish(pending(now), now).thenApply(done -> true);
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
   * Does again what follows rows, each as a write of its own that leaves the record as it is. The
   * mark says from the beginning that it has ended: when this client dies, what follows the row is
   * as wrong as it was before.
   *
   * @param rows as they were read, settled, with records
   * @param atLeast the least time of each row's write
   * @return for which rows it did; not if another client has written the row
   */
  public CompletableFuture<List<Boolean>> renew(List<MarkedRow<R>> rows, List<Long> atLeast) {
    return mayWrite().thenCompose(done -> renewAll(rows, atLeast));
  }

  private CompletableFuture<List<Boolean>> renewAll(List<MarkedRow<R>> rows, List<Long> atLeast) {
    return Steps.called(
        () -> {
          List<Chain.Link<R>> links = new ArrayList<>();
          for (int i = 0; i < rows.size(); i++) {
            MarkedRow<R> row = rows.get(i);
            R record = row.record().orElseThrow();
            Mark mark = mark(Mark.State.PUT, row, record, atLeast.get(i)).settled();
            links.add(new Chain.Link<>(row, null, mark));
          }
          return chain
              .replace(links)
              .thenApply(answers -> answers.stream().map(Chain.Answer::isDone).toList())
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
                    return (renewed.isEmpty()
                            ? Steps.DONE
                            : mayWrite().thenCompose(may -> followers.follow(renewed)))
                        .thenApply(done -> answers);
                  });
        });
  }

  /**
   * A row after the work that its mark names is done, by this client if necessary; or unchanged if
   * it cannot be read as a record.
   *
   * @return fails also if others rewrite it continually
   */
  public CompletableFuture<MarkedRow<R>> settled(byte[] row) {
    AtomicReference<MarkedRow<R>> found = new AtomicReference<>();
    return chain
        .until(
            row,
            read -> {
              found.set(read);
              return isEnded(read)
                  ? done(true)
                  : mayWrite()
                      .thenCompose(may -> finish(pending(read), read))
                      .thenApply(done -> false);
            })
        .thenApply(done -> found.get());
  }

  /**
   * Does once what the marks of rows say that is left to be done for what follows them, whoever has
   * written them.
   */
  CompletableFuture<Void> catchUp(List<byte[]> rows) {
    return isFollowed() && !rows.isEmpty()
        ? chain
            .rows()
            .readAlone(rows)
            .thenCompose(read -> Steps.each(read, this::catchUp))
            .exceptionallyCompose(WriteEnds::ofReadOnly)
        : Steps.DONE;
  }

  /** The same of a row that was read. */
  CompletableFuture<Void> catchUp(MarkedRow<R> row) {
    return isFollowed() && !isEnded(row) ? finish(pending(row), row) : Steps.DONE;
  }

  /** Whether nothing is left to be done; or nothing that this client knows how to do. */
  private boolean isEnded(MarkedRow<R> row) {
    return row.mark()
        .filter(Mark::isPending)
        .filter(mark -> mark.state() == Mark.State.DELETE || row.unreadable() == null)
        .isEmpty();
  }

  private ChainWrite<R> pending(MarkedRow<R> row) {
    Mark mark = row.mark().orElseThrow();
    checkFollowers(mark);
    boolean put = mark.state() == Mark.State.PUT;
    return new ChainWrite<>(row.row(), put ? row.record().orElse(null) : null, mark);
  }

  /** Ends deletions that marks of rows tell; says whether there were any. */
  CompletableFuture<Boolean> endDeletions(List<MarkedRow<R>> rows) {
    List<byte[]> going =
        rows.stream().filter(MarkedRow::isBeingDeleted).map(MarkedRow::row).toList();
    return Steps.each(going, this::endDeletion).thenApply(done -> !going.isEmpty());
  }

  private CompletableFuture<Void> endDeletion(byte[] row) {
    return chain.until(
        row,
        read ->
            read.isBeingDeleted()
                ? mayWrite()
                    .thenCompose(may -> finish(pending(read), read))
                    .thenApply(done -> false)
                : done(true));
  }

  /**
   * Gives rows that exist or not, settled as {@link #settled(byte[])}, to a taker, one after the
   * other.
   */
  public CompletableFuture<Void> settled(List<byte[]> rows, Consumer<MarkedRow<R>> taker) {
    return chain
        .rows()
        .readEach(
            rows, each -> (each.isPending() ? settled(each.row()) : done(each)).thenAccept(taker));
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
