package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.ChainedWriter.Planned;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.WriteId;
import io.rowandb.schema.pattern.chain.WriteSlots;
import io.rowandb.schema.table.TableDesign;
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

/**
 * Writes of many rows by what each of them holds, with one call for each step of all. The steps of
 * an attempt are those of {@link ConditionalWriter}; each row is a link of its own chain, and those
 * for which another client was faster are decided again. Deletes no rows.
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
   * A row that is to be written.
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
   * Does with each row what is chosen for it. Of one that comes several times, the first is done
   * before the next is decided.
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
              List<Turn<R>> leaving = new ArrayList<>();
              List<Turn<R>> writing = new ArrayList<>();
              for (int i = 0; i < turns.size(); i++) {
                decide(turns.get(i), read.get(i), round.id());
                (turns.get(i).chosen.isDone() ? writing : leaving).add(turns.get(i));
              }
              return Steps.each(leaving, each -> ends.catchUp(each.former)) // tells the same then
                  .thenCompose(done -> withMarks(writing))
                  .thenCompose(
                      allHave -> allHave ? carryOut(writing, round.claims(), time) : done(turns));
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
    turn.planned = turn.chosen.isDone() ? writer.planned(turn.chosen, id, turn.tried) : null;
  }

  /**
   * Gives marks to the rows without; says whether all have what was read and a mark. Not if another
   * client was faster, or if a row without has a record, which is read again behind its mark.
   */
  private CompletableFuture<Boolean> withMarks(List<Turn<R>> writing) {
    List<Turn<R>> bare = writing.stream().filter(each -> each.former.markBytes() == null).toList();
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

  private CompletableFuture<List<Turn<R>>> carryOut(
      List<Turn<R>> writing, Claims<R> claims, WriteTime time) {
    return written(writing, claims, time)
        .thenApply(
            left ->
                writing.stream()
                    .filter(
                        each -> left.stream().anyMatch(its -> Arrays.equals(its.row(), each.row())))
                    .toList());
  }

  /** Gives those for which another client was faster; settles the claims behind the last. */
  private CompletableFuture<List<Planned<R>>> written(
      List<Turn<R>> writing, Claims<R> claims, WriteTime time) {
    if (writing.isEmpty()) {
      return keeper
          .settle(claims)
          .exceptionallyCompose(chain::ifReadOnly)
          .thenApply(done -> List.of());
    }
    return writer
        .writeAllOver(
            writing.stream().map(each -> each.former).toList(),
            writing.stream().map(each -> each.planned).toList(),
            claims,
            time)
        .thenCompose(
            left ->
                !left.isEmpty() && time.isLate()
                    ? CompletableFuture.failedFuture(
                        ConditionalWriter.unknown(design, left.get(0).row()))
                    : done(left));
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
