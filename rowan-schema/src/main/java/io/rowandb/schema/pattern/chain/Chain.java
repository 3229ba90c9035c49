package io.rowandb.schema.pattern.chain;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * The rows of a table whose writes are one chain.
 *
 * <p>Every write of a row changes its mark, and happens only if the mark is the one that was read.
 * So each write knows the previous one, and their times ascend: a write's time is greater than that
 * of anything in the row, including deletions of a row without a mark. A call that is executed
 * twice or late finds a different mark and changes nothing. If the row was deleted meanwhile it
 * finds no mark, and what it writes is older than the deletion and hidden as long as the deletion
 * is stored.
 *
 * <p>Its thread rules are those of its table's calls.
 *
 * @param <R> the record
 */
public final class Chain<R> {
  /** The clocks of computers that set them by the network differ by less. */
  private static final long MAX_WAIT_MILLIS = 1_000;

  /** Longer than clocks of clients and servers differ: as long as the usual grace. */
  private static final long LONG_AGO_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** As far as the times of a row that is written again and again get ahead. */
  private static final long MAX_AHEAD_MILLIS = 10;

  // Fixed at construction.
  private final TableDesign<R> design;
  private final Carrier carrier;
  private final TableCalls table;
  private final Attempts attempts;
  private final Column mark;
  private final Clock clock;
  private final boolean isFollowed;
  private final MarkedRows<R> rows;

  /**
   * Of a table.
   *
   * @param clock gives writes their times
   * @param isFollowed whether something is written behind a row that may not be there without it
   */
  public Chain(Carrier carrier, TableDesign<R> design, Clock clock, boolean isFollowed)
      throws IOException {
    this(carrier, design, clock, isFollowed, Optional.empty());
  }

  /**
   * The same.
   *
   * @param wholeRecords reads what is not in the rows; empty when nobody asks for that
   */
  public Chain(
      Carrier carrier,
      TableDesign<R> design,
      Clock clock,
      boolean isFollowed,
      Optional<WholeRecords<R>> wholeRecords)
      throws IOException {
    this.isFollowed = isFollowed;
    this.carrier = carrier;
    this.design = design;
    this.clock = clock;
    table = carrier.table(design.name());
    attempts = new Attempts(carrier, design.name());
    mark = design.mark();
    boolean readsRecords = isFollowed || !design.indexes().stream().allMatch(IndexDesign::isUnique);
    rows = new MarkedRows<>(carrier, design, readsRecords, wholeRecords);
  }

  /** The rows as they are. */
  public MarkedRows<R> rows() {
    return rows;
  }

  /** The present of the clock that gives writes their times, in milliseconds since 1970. */
  public long nowMillis() {
    return clock.millis();
  }

  /** What the rows are of. */
  public TableDesign<R> design() {
    return design;
  }

  /** Steps that other writers of a row may make vain. */
  public Attempts attempts() {
    return attempts;
  }

  /** Reads a row, and takes a step with it, until that has done it: {@link Attempts#until}. */
  public CompletableFuture<Void> until(
      byte[] row, Function<MarkedRow<R>, CompletableFuture<Boolean>> step) {
    return attempts.until(() -> row, () -> rows.read(row).thenCompose(step));
  }

  /**
   * A change of a row that is to be made if its mark is still the one that was read.
   *
   * @param former the row as it was read
   * @param change what makes the row hold the record; null to change the mark alone
   * @param mark the new one
   * @param id of a conditional write, which the mark remembers; null for another
   */
  public record Link<R>(MarkedRow<R> former, RowChange change, Mark mark, WriteId id) {
    /** Of a write without a condition. */
    public Link(MarkedRow<R> former, RowChange change, Mark mark) {
      this(former, change, mark, null);
    }

    /** The same write of a row whose mark has changed since, by the same writer. */
    Link<R> behind(MarkedRow<R> reserved) {
      return new Link<>(reserved, change, mark, id);
    }

    /** What the mark that the row has now says of it. */
    private Answer answer(Mark found, boolean hasItsRecord) {
      if (found.token().equals(mark.token()) && hasItsRecord) {
        return Answer.WRITTEN;
      }
      if (id == null || !found.recent().has(id)) {
        return Answer.REFUSED;
      }
      return found.time() == mark.time() ? Answer.WRITTEN : Answer.OVERTAKEN;
    }

    /** The time of the mark's cell: behind the one before, and before that of the write. */
    private long cellTime() {
      return mark.latest() > mark.time() ? mark.latest() - 1 : mark.latest();
    }
  }

  /** What became of a change. */
  public enum Answer {
    /** The row had another mark. */
    REFUSED,
    /** It was made, and is the last one. */
    WRITTEN,
    /** It was made, and another client has written the row since. */
    OVERTAKEN;

    public boolean isDone() {
      return this != REFUSED;
    }
  }

  /** The time of a write behind a row, in milliseconds since 1970. */
  public long time(MarkedRow<R> former, long atLeast) {
    return Math.max(Math.max(clock.millis(), atLeast), former.latest() + 1);
  }

  /**
   * The time of a write that is to be {@linkplain #reserve reserved}: there is one before it for
   * the mark that does so.
   */
  public long reservedTime(MarkedRow<R> former) {
    return Math.max(clock.millis(), former.latest() + 2);
  }

  /**
   * Waits until such times of rows are not ahead of the clock, if that is soon, so that a read as
   * of now sees what was written then.
   */
  public CompletableFuture<Void> awaitReservable(List<MarkedRow<R>> formers) {
    long now = clock.millis();
    return await(formers.stream().mapToLong(former -> reservedTime(former) - now).max().orElse(0));
  }

  /** The same of the deletion of a row, which hides what servers write until its time. */
  public CompletableFuture<Void> awaitTime(MarkedRow<R> former) {
    return await(former.latest() + 1 - clock.millis());
  }

  private CompletableFuture<Void> await(long ahead) {
    return ahead > 0 && ahead <= MAX_AHEAD_MILLIS
        ? carrier.pause(TimeUnit.MILLISECONDS.toNanos(ahead))
        : Steps.DONE;
  }

  /** Up to which time a row goes that a mark says is being deleted. */
  public long timeOfDeletion(Mark deleting) {
    return Math.max(deleting.latest() + 1, clock.millis());
  }

  /**
   * The time of a change beside a row that leaves its record and its mark as they are: greater than
   * that of the row's last write. When that is long ago, the server gives the time. Else it is that
   * of this client's clock, and greater than what the row's mark and the place have; when these are
   * a little ahead of the clock, this waits once; when by more, the time is taken in the mark.
   *
   * @param latestAtPlace asks for the greatest time of what was written or deleted at the place
   * @return empty when the server is to give it
   */
  public CompletableFuture<Optional<Long>> timeBeside(
      byte[] row, Callable<CompletableFuture<Long>> latestAtPlace) {
    return latest(row)
        .thenCompose(
            latest ->
                clock.millis() - latest > LONG_AGO_MILLIS
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : Steps.called(latestAtPlace)
                        .thenCompose(place -> timeBehind(row, Math.max(latest, place)))
                        .thenApply(Optional::of));
  }

  private CompletableFuture<Long> timeBehind(byte[] row, long latest) {
    long now = clock.millis();
    long ahead = latest + 1 - now;
    if (ahead <= 0) {
      return CompletableFuture.completedFuture(now);
    }
    return ahead > MAX_WAIT_MILLIS
        ? takeTime(row, latest)
        : carrier
            .pause(TimeUnit.MILLISECONDS.toNanos(ahead))
            .thenApply(done -> Math.max(clock.millis(), latest + 1));
  }

  /** What was written last to a row, its deletion included. */
  private CompletableFuture<Long> latest(byte[] row) {
    return Steps.called(() -> rows.markOf(row))
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found.get().latest())
                    : Stamped.latestStored(table, List.of(row))
                        .thenApply(latest -> latest.getOrDefault(row, 0L)));
  }

  private CompletableFuture<Long> takeTime(byte[] row, long latest) {
    AtomicLong taken = new AtomicLong();
    return until(
            row,
            former -> {
              taken.set(Math.max(reservedTime(former), latest + 1));
              Link<R> timeAlone = new Link<>(former, null, Mark.settledAt(taken.get()));
              return reserve(List.of(timeAlone)).thenApply(reserved -> !reserved.isEmpty());
            })
        .thenApply(done -> taken.get());
  }

  /**
   * Takes the times of writes, so that no other has them, before something is written at them.
   *
   * @return the writes whose rows had the marks still that were read, and have others now
   */
  public CompletableFuture<List<Link<R>>> reserve(List<Link<R>> links) {
    List<Link<R>> marking = new ArrayList<>();
    for (Link<R> link : links) {
      long time = link.mark().time();
      Mark reserving =
          link.former()
              .mark()
              .orElseGet(() -> Mark.settledAt(0)) // whatever details there are stay its own
              .reserving(time);
      marking.add(new Link<>(link.former(), null, reserving));
    }
    return replace(marking)
        .thenApply(
            answers -> {
              List<Link<R>> reserved = new ArrayList<>();
              for (int i = 0; i < links.size(); i++) {
                if (answers.get(i).isDone()) {
                  Link<R> link = links.get(i);
                  reserved.add(link.behind(link.former().marked(marking.get(i).mark())));
                }
              }
              return reserved;
            });
  }

  /**
   * Writes records and marks, each in one step, unless another client has written the row since it
   * was read.
   *
   * @return what became of each
   */
  public CompletableFuture<List<Answer>> replace(List<Link<R>> links) {
    return Steps.called(
            () -> {
              List<CheckAndMutate> changes = new ArrayList<>();
              for (Link<R> link : links) {
                changes.add(change(link));
              }
              return changes.size() == 1
                  ? table.checkAndMutate(changes.get(0)).thenApply(List::of)
                  : table.checkAndMutate(changes);
            })
        .thenCompose(answers -> own(links, answers))
        .exceptionallyCompose(failure -> answersOfReadOnly(links, failure));
  }

  /**
   * What became of changes of a table that is read-only: what it has now, it keeps. A call may have
   * been executed before, and its answer lost; of many rows, some may be.
   *
   * @return fails with a {@link ReadOnlyTableException} when no change was made
   */
  private CompletableFuture<List<Answer>> answersOfReadOnly(
      List<Link<R>> links, Throwable failure) {
    return ifReadOnly(failure)
        .thenCompose(readOnly -> own(links, Collections.nCopies(links.size(), false)))
        .thenApply(
            answers -> {
              if (answers.stream().noneMatch(Answer::isDone)) {
                throw new CompletionException(
                    new ReadOnlyTableException(design.name(), Steps.cause(failure)));
              }
              return answers; // who makes the others again is refused then
            });
  }

  /** Ends if calls failed since the table is read-only; else fails as they did. */
  public CompletableFuture<Void> ifReadOnly(Throwable failed) {
    return ReadOnlyTableException.isCause(carrier, design.name(), failed)
        .thenCompose(
            readOnly ->
                readOnly ? Steps.DONE : CompletableFuture.failedFuture(Steps.cause(failed)));
  }

  /** Fails as calls did, and with a {@link ReadOnlyTableException} if the table is read-only. */
  public <T> CompletableFuture<T> refused(Throwable failed) {
    return ifReadOnly(failed)
        .thenCompose(
            readOnly ->
                CompletableFuture.failedFuture(
                    new ReadOnlyTableException(design.name(), Steps.cause(failed))));
  }

  /**
   * Whether an answer does not tell if the row has the new mark. A client that asked again for lack
   * of an answer was told that its own mark is another's. And where no mark was, a row may have
   * been written and deleted meanwhile: then what was written is hidden, and nothing may follow it.
   */
  private boolean isInDoubt(Link<R> link, boolean answer) {
    return !answer || (isFollowed && link.former().markBytes() == null);
  }

  /** What became of changes, by a look at the rows of those that are in doubt. */
  private CompletableFuture<List<Answer>> own(List<Link<R>> links, List<Boolean> answers) {
    List<byte[]> inDoubt = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      if (isInDoubt(links.get(i), answers.get(i))) {
        inDoubt.add(links.get(i).former().row());
      }
    }
    return (inDoubt.isEmpty()
            ? CompletableFuture.completedFuture(List.<MarkedRow<R>>of())
            : rows.readAlone(inDoubt))
        .thenApply(
            now -> {
              List<Answer> all = new ArrayList<>();
              int next = 0;
              for (int i = 0; i < links.size(); i++) {
                Link<R> link = links.get(i);
                all.add(
                    isInDoubt(link, answers.get(i)) ? own(link, now.get(next++)) : Answer.WRITTEN);
              }
              return all;
            });
  }

  private Answer own(Link<R> link, MarkedRow<R> now) {
    return now.mark()
        .map(found -> link.answer(found, hasItsRecord(link, now)))
        .orElse(Answer.REFUSED);
  }

  /** Whether a change of the mark alone did not come behind the deletion of the record. */
  private boolean hasItsRecord(Link<R> link, MarkedRow<R> now) {
    return link.change() != null
        || !design.isRecord(link.former().cells())
        || design.isRecord(now.cells());
  }

  private CheckAndMutate change(Link<R> link) throws IOException {
    List<Mutation> changes = new ArrayList<>();
    MarkedRow<R> former = link.former();
    if (link.change() != null) {
      changes.addAll(Stamped.at(link.change().row(), link.mark().time()));
    }
    changes.add(put(former.row(), link.mark(), link.cellTime()));
    CheckAndMutate.Builder condition = ifMarked(former.row(), former.markBytes());
    return changes.size() > 1
        ? condition.build(RowMutations.of(changes))
        : condition.build((Put) changes.get(0)); // the mark alone
  }

  private Put put(byte[] row, Mark newMark, long time) {
    return new Put(row).addColumn(mark.family(), mark.qualifier(), time, newMark.toBytes());
  }

  /** Writes records into rows that have nothing, each in one step with its mark. */
  public CompletableFuture<Void> insert(List<Link<R>> links) {
    return Steps.called(
        () -> {
          List<Row> puts = new ArrayList<>();
          for (Link<R> link : links) {
            puts.add(inserting(link));
          }
          return table.batch(puts);
        });
  }

  /** What writes a new record and its mark into a row that has nothing. */
  public Put inserting(Link<R> link) throws IOException {
    long time = link.mark().time();
    Put put = (Put) Stamped.at(link.change().put(), time).get(0);
    return put.addColumn(mark.family(), mark.qualifier(), time, link.mark().toBytes());
  }

  /** Says that nothing is left to be done for marks, unless their rows have others by now. */
  public CompletableFuture<Void> settle(List<ChainWrite<R>> writes) {
    List<CheckAndMutate> settling =
        writes.stream()
            .map(
                each ->
                    ifMarked(each.row(), each.mark().toBytes())
                        .build(put(each.row(), each.mark().settled(), each.mark().latest() + 1)))
            .toList();
    return (settling.size() == 1
            ? table.checkAndMutate(settling.get(0))
            : table.checkAndMutate(settling))
        .thenApply(done -> (Void) null)
        .exceptionallyCompose(this::ifReadOnly); // nobody asks the mark then
  }

  /**
   * Deletes a row, unless it has another mark than this by now.
   *
   * @param markBytes the mark's, or null for none
   * @param time up to which all goes
   * @return fails with a {@link ReadOnlyTableException} when nobody can
   */
  public CompletableFuture<Boolean> delete(byte[] row, byte[] markBytes, long time) {
    return Steps.called(
            () -> table.checkAndMutate(ifMarked(row, markBytes).build(new Delete(row, time))))
        .exceptionallyCompose(this::refused);
  }

  /**
   * Deletes a record in the same way, and leaves a mark alone that tells what is still to be done
   * for what follows it.
   *
   * @param left the mark, whose time is behind that of the deletion
   */
  public CompletableFuture<Boolean> delete(byte[] row, byte[] markBytes, long time, Mark left) {
    return Steps.called(
            () ->
                table.checkAndMutate(
                    ifMarked(row, markBytes)
                        .build(
                            RowMutations.of(
                                List.of(new Delete(row, time), put(row, left, left.latest()))))))
        .exceptionallyCompose(this::refused);
  }

  /**
   * Deletes a row in the same way, and leaves a mark that remembers writes for a while.
   *
   * @param recent what it remembers
   * @param ttlMillis how long
   * @param id of the deletion, if it is a conditional write that the mark remembers; or null
   */
  public CompletableFuture<Boolean> delete(
      byte[] row, byte[] markBytes, long time, RecentWrites recent, long ttlMillis, WriteId id) {
    return Steps.called(
            () -> {
              Mark left = Mark.settledAt(time + 1).remembering(recent);
              return table.checkAndMutate(
                  ifMarked(row, markBytes)
                      .build(
                          RowMutations.of(
                              List.of(
                                  new Delete(row, time),
                                  put(row, left, left.latest()).setTTL(ttlMillis)))));
            })
        .thenCompose(
            deleted ->
                deleted || id == null
                    ? CompletableFuture.completedFuture(deleted)
                    : remembers(row, id))
        .exceptionallyCompose(
            failure ->
                (id == null
                        ? CompletableFuture.completedFuture(false)
                        : ifReadOnly(failure).thenCompose(readOnly -> remembers(row, id)))
                    .thenCompose(
                        deleted ->
                            deleted
                                ? CompletableFuture.completedFuture(true)
                                : this.<Boolean>refused(failure)));
  }

  private CompletableFuture<Boolean> remembers(byte[] row, WriteId id) {
    return rows.markOf(row)
        .thenApply(found -> found.filter(each -> each.recent().has(id)).isPresent());
  }

  private CheckAndMutate.Builder ifMarked(byte[] row, byte[] markBytes) {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    return markBytes == null
        ? builder.ifNotExists(mark.family(), mark.qualifier())
        : builder.ifEquals(mark.family(), mark.qualifier(), markBytes);
  }
}
