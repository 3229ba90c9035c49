package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.ChainedWriter.Planned;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.WriteId;
import io.rowandb.schema.pattern.chain.WriteSlots;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes and deletes rows by what each of them holds, with one call for each step of all; a single
 * write is a batch of one. Each row is a link of its own chain: what decides is the record that is
 * replaced. Rows for which another client was faster are decided again. These are the steps of an
 * attempt:
 *
 * <ol>
 *   <li>Read the rows. If marks tell of deletions, end these, and read again.
 *   <li>Decide. Of a row that is to stay as it is, what follows it is completed; it needs no other
 *       step.
 *   <li>If a row has no mark, give it one: without, a row that was written and deleted since is not
 *       told from the one that was read. If it had a record, read again.
 *   <li>Write as {@link ChainedWriter} does, or delete. The mark remembers the write, and later
 *       marks do for a while ({@link io.rowandb.schema.pattern.chain.RecentWrites}), also that of a
 *       deletion: who gets no answer learns from it whether the write was executed, so that none is
 *       twice.
 * </ol>
 *
 * <p>Its thread rules are those of its carrier.
 */
final class ChoiceBatch<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final ChainedWriter<R> writer;
  private final WriteEnds<R> ends;
  private final Chain<R> chain;
  private final IndexKeeper<R> keeper;

  ChoiceBatch(ChainedWriter<R> writer, WriteEnds<R> ends) {
    this.writer = writer;
    this.ends = ends;
    chain = ends.chain();
    keeper = ends.keeper();
    design = chain.design();
  }

  /**
   * A row, and what chooses what is done with it.
   *
   * @param choice gets the record as {@code RecordRows.readWritten} does; may be asked several
   *     times
   * @param done is told what was done, as soon as that is known: others may fail behind it
   */
  record Asked<R>(byte[] row, Function<Optional<R>, Choice<R>> choice, Consumer<Choice<R>> done) {}

  /** A row of a round. Used by one thread at a time. */
  private static final class Turn<R> {
    // Fixed at construction.
    private final Asked<R> asked;

    /** The greatest time of the attempts before. */
    private final AtomicLong tried = new AtomicLong();

    // Of the last attempt.
    private MarkedRow<R> former;
    private Choice<R> chosen;
    private Planned<R> planned;

    Turn(Asked<R> asked) {
      this.asked = asked;
    }

    byte[] row() {
      return asked.row();
    }

    void tell() {
      asked.done().accept(chosen);
    }
  }

  /** What the attempts of a round share. */
  private record Round<R>(WriteId id, Claims<R> claims) {}

  /**
   * Does with each row what is chosen by the record that it holds, if it still holds that; else it
   * chooses again. Of a row that comes several times, the first is done before the next is decided.
   * Fails as {@link ChainedWriter#put}, with what a choice throws, and when no record can be made
   * of a row.
   */
  CompletableFuture<Void> make(List<Asked<R>> all) {
    List<Turn<R>> rest = new ArrayList<>();
    all.forEach(each -> rest.add(new Turn<>(each)));
    return Steps.whileMore(
        () -> {
          List<Turn<R>> round = takeRound(rest);
          Claims<R> claims = new Claims<>();
          return round.isEmpty()
              ? Steps.more(false)
              : WriteSlots.ofProcess()
                  .with(id -> make(round, new Round<>(id, claims)), claims::areInDoubt)
                  .thenCompose(done -> Steps.more(true));
        });
  }

  /** Takes the first of each row. */
  private static <R> List<Turn<R>> takeRound(List<Turn<R>> rest) {
    List<Turn<R>> round = new ArrayList<>();
    Set<ByteBuffer> rows = new HashSet<>();
    rest.removeIf(each -> rows.add(ByteBuffer.wrap(each.row())) && round.add(each));
    return round;
  }

  private CompletableFuture<Void> make(List<Turn<R>> turns, Round<R> round) {
    List<Turn<R>> left = new ArrayList<>(turns);
    return chain
        .attempts()
        .until(
            () -> left.get(0).row(),
            () -> {
              WriteTime time = keeper.beginTime();
              return writer
                  .read(left.stream().map(Turn::row).toList())
                  .thenCompose(read -> attempt(left, read, round, time))
                  .thenApply(
                      open -> {
                        left.stream().filter(each -> !open.contains(each)).forEach(Turn::tell);
                        left.retainAll(open);
                        return left.isEmpty();
                      });
            })
        .exceptionallyCompose(failure -> keeper.fail(round.claims(), failure));
  }

  /** Gives those that are to be decided again. */
  private CompletableFuture<List<Turn<R>>> attempt(
      List<Turn<R>> turns, List<MarkedRow<R>> read, Round<R> round, WriteTime time) {
    return ends.endDeletions(read)
        .thenCompose(
            ended -> {
              if (ended) {
                return done(turns);
              }
              for (int i = 0; i < turns.size(); i++) {
                decide(turns.get(i), read.get(i), round.id());
              }
              return Steps.each( // what follows them is to tell the same, before any is written
                      only(turns, choice -> !choice.isDone()), each -> ends.catchUp(each.former))
                  .thenCompose(done -> withMarks(turns))
                  .thenCompose(allHave -> allHave ? carryOut(turns, round, time) : done(turns));
            });
  }

  /** Decides; refuses a record before any row gets a mark. */
  private void decide(Turn<R> turn, MarkedRow<R> read, WriteId id) {
    boolean isThere = design.isRecord(read.cells());
    turn.former = read;
    turn.chosen =
        turn.asked
            .choice()
            .apply(
                isThere ? Optional.of(design.rows().readWritten(read.cells())) : Optional.empty());
    turn.planned = turn.chosen.writes() ? writer.planned(turn.chosen, id, turn.tried) : null;
  }

  /**
   * Gives marks to the rows that are to be changed and have none; says whether all of them have
   * what was read and a mark. Not if another client was faster, or if a row without has a record,
   * which is read again behind its mark.
   */
  private CompletableFuture<Boolean> withMarks(List<Turn<R>> turns) {
    List<Turn<R>> bare =
        turns.stream()
            .filter(each -> each.chosen.isDone() && each.former.markBytes() == null)
            .toList();
    if (bare.isEmpty()) {
      return Steps.more(true);
    }
    return chain
        .awaitReservable(bare.stream().map(each -> each.former).toList())
        .thenCompose(
            done ->
                chain.reserve(
                    bare.stream()
                        .map(each -> new Chain.Link<>(each.former, null, mark(each.former)))
                        .toList()))
        .thenApply(
            links -> {
              boolean isRead = bare.stream().noneMatch(each -> isThere(each.former));
              if (links.size() < bare.size() || !isRead) {
                return false;
              }
              for (int i = 0; i < links.size(); i++) {
                bare.get(i).former = links.get(i).former();
              }
              return true;
            });
  }

  private Mark mark(MarkedRow<R> former) {
    return Mark.settledAt(chain.reservedTime(former));
  }

  private boolean isThere(MarkedRow<R> row) {
    return design.isRecord(row.cells());
  }

  /** Gives those for which another client was faster. */
  private CompletableFuture<List<Turn<R>>> carryOut(
      List<Turn<R>> turns, Round<R> round, WriteTime time) {
    List<Turn<R>> left = new ArrayList<>();
    return write(only(turns, Choice::writes), round.claims(), time)
        .thenAccept(left::addAll)
        .thenCompose(
            done ->
                Steps.each(
                    only(turns, Choice::deletes),
                    each -> {
                      round.claims().begin();
                      return ends.delete(each.former, round.id())
                          .whenComplete((deleted, failure) -> answered(round.claims(), failure))
                          .thenAccept(
                              deleted -> {
                                if (!deleted) {
                                  left.add(each);
                                }
                              });
                    }))
        .thenCompose(
            done ->
                !left.isEmpty() && time.isLate()
                    ? CompletableFuture.failedFuture(unknown(left.get(0).row()))
                    : Steps.DONE)
        .thenApply(done -> left);
  }

  /** With an answer, or a refusal before any call, no call is on its way. */
  private static <R> void answered(Claims<R> claims, Throwable failure) {
    if (failure == null || Steps.cause(failure) instanceof RuntimeException) {
      claims.end();
    }
  }

  private static <R> List<Turn<R>> only(List<Turn<R>> turns, Predicate<Choice<R>> of) {
    return turns.stream().filter(each -> of.test(each.chosen)).toList();
  }

  /** Gives those for which another client was faster; settles the claims behind the last. */
  private CompletableFuture<List<Turn<R>>> write(
      List<Turn<R>> writing, Claims<R> claims, WriteTime time) {
    if (writing.isEmpty()) {
      return keeper
          .settle(claims)
          .exceptionallyCompose(chain::ifReadOnly)
          .thenApply(done -> List.of());
    }
    return writer
        .writeOver(
            writing.stream().map(each -> each.planned).toList(),
            writing.stream().map(each -> each.former).toList(),
            claims,
            time)
        .thenApply(left -> writing.stream().filter(each -> isIn(left, each.row())).toList());
  }

  private static <R> boolean isIn(List<Planned<R>> planned, byte[] row) {
    return planned.stream().anyMatch(each -> Arrays.equals(each.row(), row));
  }

  /** By then, the row's later marks may have forgotten the write. */
  private IOException unknown(byte[] row) {
    return new IOException(
        "whether row "
            + Bytes.toStringBinary(row)
            + " of "
            + design.name()
            + " was written is not known: the answer took longer than half the grace");
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
