package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.pattern.ChainedWriter.Planned;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.WriteId;
import io.rowandb.schema.pattern.chain.WriteSlots;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.RowAdditions;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.UpdateRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes records of a table with marks by what their rows hold. Each call is one link of its row's
 * chain: what it decides by is the record that it replaces. When another client was faster, it
 * decides again. These are the steps of an attempt:
 *
 * <ol>
 *   <li>End a deletion that the row's mark tells.
 *   <li>Read the row and decide. If nothing is to be written, that is all.
 *   <li>If the row has no mark, give it one: without, a row that was written and deleted since is
 *       not told from the one that was read. If it had a record, read it again.
 *   <li>Write as {@link ChainedWriter} does. The mark remembers the write, and later marks do for a
 *       while ({@link io.rowandb.schema.pattern.chain.RecentWrites}), also that of a deletion: who
 *       gets no answer learns from it whether the write was executed, so that none is twice.
 * </ol>
 *
 * <p>Its thread rules are those of its carrier.
 */
public final class ConditionalWriter<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final UpdateRules<R> updates;
  private final KeyFields<R> keyFields;
  private final ChainedWriter<R> writer;
  private final WriteEnds<R> ends;
  private final Chain<R> chain;
  private final IndexKeeper<R> keeper;

  ConditionalWriter(ChainedWriter<R> writer, WriteEnds<R> ends) {
    this.writer = writer;
    this.ends = ends;
    chain = ends.chain();
    keeper = ends.keeper();
    design = chain.design();
    updates = design.updates();
    keyFields = new KeyFields<>(design.name().toString(), design.key());
  }

  /** See {@link RecordTable#putIfAbsent}. */
  public CompletableFuture<Boolean> putIfAbsent(R record) {
    R taken = design.taken(record);
    return choose(row(taken), ifAbsent(taken)).thenApply(Choice::isDone);
  }

  /** See {@link RecordTable#putAllIfAbsent}. */
  public CompletableFuture<List<Boolean>> putAllIfAbsent(Iterable<R> records) {
    List<Boolean> written = new ArrayList<>();
    return RecordWriter.inBatches(
            design,
            records,
            some -> {
              Boolean[] each = new Boolean[some.size()];
              List<OneOfMany<R>> all = new ArrayList<>();
              for (int i = 0; i < each.length; i++) {
                int place = i;
                all.add(new OneOfMany<>(some.get(i), done -> each[place] = done));
              }
              return putSomeIfAbsent(all).thenRun(() -> written.addAll(Arrays.asList(each)));
            })
        .thenApply(done -> written);
  }

  /** See {@link RecordTable#mergeAll}. */
  public CompletableFuture<Void> mergeAll(Iterable<R> records, BinaryOperator<R> merge) {
    Given.notNull(merge, "what merges records of " + design.name());
    updates.checkUpdated();
    return RecordWriter.inBatches(
        design,
        records,
        some ->
            mergeSome(
                some.stream().map(each -> new OneOfMany<>(each, done -> {})).toList(), merge));
  }

  /**
   * One of many records.
   *
   * @param done is told whether it was written, or another stays, as soon as that is known: those
   *     behind it may fail
   */
  record OneOfMany<R>(R record, Consumer<Boolean> done) {
    private ChoiceBatch.Asked<R> asked(byte[] row, Function<Optional<R>, Choice<R>> choice) {
      return new ChoiceBatch.Asked<>(row, choice, made -> done.accept(made.isDone()));
    }
  }

  /** Writes records whose rows hold none. */
  CompletableFuture<Void> putSomeIfAbsent(List<OneOfMany<R>> some) {
    return Steps.called(
        () ->
            make(
                some.stream()
                    .map(each -> each.asked(row(each.record()), ifAbsent(each.record())))
                    .toList()));
  }

  /** Writes records or merges them with what is there. */
  CompletableFuture<Void> mergeSome(List<OneOfMany<R>> some, BinaryOperator<R> merge) {
    return Steps.called(
        () -> {
          updates.checkUpdated();
          List<ChoiceBatch.Asked<R>> asked = new ArrayList<>();
          for (OneOfMany<R> each : some) {
            byte[] row = row(each.record());
            asked.add(each.asked(row, merging(row, each.record(), merge)));
          }
          return make(asked);
        });
  }

  private CompletableFuture<Void> make(List<ChoiceBatch.Asked<R>> all) {
    return Steps.each(RowBatch.of(all), some -> new ChoiceBatch<>(writer, ends).make(some));
  }

  private Function<Optional<R>, Choice<R>> ifAbsent(R taken) {
    return there -> there.isEmpty() ? Choice.put(taken) : Choice.leave();
  }

  private Function<Optional<R>, Choice<R>> merging(byte[] row, R taken, BinaryOperator<R> merge) {
    return there ->
        there.isEmpty()
            ? Choice.put(taken)
            : Choice.update(changed(row, there.get(), found -> merge.apply(found, taken)), none());
  }

  /** See {@link RecordTable#putIf}. */
  public CompletableFuture<Boolean> putIf(R record, Predicate<? super R> condition) {
    Given.notNull(condition, "the condition of a write of " + design.name());
    R taken = design.taken(record);
    return choose(
            row(taken),
            there -> there.filter(condition).isPresent() ? Choice.put(taken) : Choice.leave())
        .thenApply(Choice::isDone);
  }

  /** See {@link RecordTable#update}. */
  public CompletableFuture<Optional<R>> update(UnaryOperator<R> change, Object... key) {
    Given.notNull(change, "the change of a record of " + design.name());
    return updateIf(there -> true, change, none(), key);
  }

  /** See {@link RecordTable#together}. */
  CompletableFuture<Boolean> together(ChangesTogether<R, ?> changes, Object... key) {
    return Steps.called(() -> together(changes.of(design), key));
  }

  /** The same of changes that are complete. */
  CompletableFuture<Boolean> together(ChangesTogether.Prepared<R> all, Object... key) {
    return Steps.called(() -> updateIf(all.condition(), all.change(), all.additions(), key))
        .thenApply(Optional::isPresent);
  }

  private RowAdditions<R> none() {
    return new RowAdditions<>(design);
  }

  private CompletableFuture<Optional<R>> updateIf(
      Predicate<R> condition, UnaryOperator<R> change, RowAdditions<R> additions, Object... key) {
    updates.checkUpdated();
    byte[] row = keyFields.encode(key);
    return choose(
            row,
            there ->
                there
                    .filter(found -> keyFields.isOf(found, key))
                    .filter(condition)
                    .map(found -> Choice.update(changed(row, found, change), additions))
                    .orElse(Choice.leave()))
        .thenApply(choice -> Optional.ofNullable(choice.record()));
  }

  /** See {@link RecordField#set}. */
  <T> CompletableFuture<Boolean> set(Field<R, T> field, T value, Object... key) {
    RecordShape<R> shape = design.shape();
    Component component = updates.writtenField(field);
    Object plain = shape.plain(component, value);
    return update(there -> shape.with(there, component, plain), key).thenApply(Optional::isPresent);
  }

  /** See {@link RecordField#compareAndSet}. */
  <T> CompletableFuture<Boolean> compareAndSet(
      Field<R, T> field, T expected, T value, Object... key) {
    RecordShape<R> shape = design.shape();
    Component component = updates.writtenField(field);
    Object former = shape.plain(component, expected);
    Object next = shape.plain(component, value);
    shape.checkType(component, former);
    return updateIf(
            there -> Objects.deepEquals(shape.get(there, component), former),
            there -> shape.with(there, component, next),
            none(),
            key)
        .thenApply(Optional::isPresent);
  }

  /** See {@link RecordTable#save}. */
  public CompletableFuture<R> save(R record) {
    byte[] row = row(design.present(record));
    long version = updates.version(record);
    if (version < 0) {
      throw new IllegalArgumentException(
          "a record of " + design.name() + " has version " + version + ", and must have 0 or more");
    }
    R next = next(record);
    AtomicReference<OptionalLong> found = new AtomicReference<>();
    return choose(
            row,
            there -> {
              found.set(
                  there
                      .map(each -> OptionalLong.of(updates.version(each)))
                      .orElse(OptionalLong.empty()));
              boolean isFormer = found.get().orElse(0) == version;
              return isFormer ? Choice.put(next) : Choice.leave();
            })
        .thenCompose(
            choice ->
                choice.isDone()
                    ? CompletableFuture.completedFuture(next)
                    : CompletableFuture.failedFuture(
                        new StaleRecordException(design.name(), row, version, found.get())));
  }

  private R changed(byte[] row, R found, UnaryOperator<R> change) {
    UpdateRules.Former<R> former = updates.former(found); // a change may change the object itself
    R given = change.apply(found);
    if (given == null) {
      throw new IllegalArgumentException(
          "the change of a record of "
              + design.name()
              + " gives null, where it must give a record");
    }
    R changed = design.taken(given);
    byte[] changedRow = design.key().encode(changed);
    if (!Arrays.equals(changedRow, row)) {
      throw new IllegalArgumentException(
          "the change of a record of "
              + design.name()
              + " gives another row, "
              + Bytes.toStringBinary(changedRow)
              + ", and the record is in "
              + Bytes.toStringBinary(row)
              + ": delete it and put the other");
    }
    former.checkKept(changed);
    return updates.hasVersion() ? next(changed) : changed;
  }

  private R next(R record) {
    if (updates.version(record) == Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a record of "
              + design.name()
              + " has version "
              + Long.MAX_VALUE
              + ", and there is none behind it");
    }
    return updates.withVersion(record, updates.version(record) + 1);
  }

  /** See {@link RecordTable#deleteIf}. */
  public CompletableFuture<Boolean> deleteIf(Predicate<? super R> condition, Object... key) {
    Given.notNull(condition, "the condition of a deletion of " + design.name());
    return choose(
            keyFields.encode(key),
            there ->
                there.filter(found -> keyFields.isOf(found, key)).filter(condition).isPresent()
                    ? Choice.delete()
                    : Choice.leave())
        .thenApply(Choice::isDone);
  }

  private byte[] row(R record) {
    return design.key().encode(record);
  }

  /**
   * Does with a row what is chosen by the record that it holds, if it still holds that; else it
   * chooses again.
   *
   * @param choice gets the record as {@code RecordRows.readWritten} does
   * @return what was done. Fails as {@link ChainedWriter#put}, with what the choice throws, and
   *     when no record can be made of the row
   */
  private CompletableFuture<Choice<R>> choose(byte[] row, Function<Optional<R>, Choice<R>> choice) {
    Claims<R> claims = new Claims<>();
    return Steps.called(
        () ->
            WriteSlots.ofProcess().with(id -> choose(row, choice, id, claims), claims::areInDoubt));
  }

  /**
   * An attempt.
   *
   * @param id of the write
   * @param tried the greatest time of the attempts before
   * @param claims of all attempts
   * @param time when this one began
   */
  private record Attempt<R>(WriteId id, AtomicLong tried, Claims<R> claims, WriteTime time) {}

  private CompletableFuture<Choice<R>> choose(
      byte[] row, Function<Optional<R>, Choice<R>> choice, WriteId id, Claims<R> claims) {
    AtomicLong tried = new AtomicLong();
    AtomicReference<Choice<R>> chosen = new AtomicReference<>();
    return chain
        .attempts()
        .until(
            () -> row,
            () -> {
              Attempt<R> attempt = new Attempt<>(id, tried, claims, keeper.beginTime());
              return writer
                  .read(List.of(row))
                  .thenCompose(read -> decide(read.get(0), choice, chosen, attempt));
            })
        .exceptionallyCompose(failure -> keeper.fail(claims, failure))
        .thenApply(done -> chosen.get());
  }

  private CompletableFuture<Boolean> decide(
      MarkedRow<R> read,
      Function<Optional<R>, Choice<R>> choice,
      AtomicReference<Choice<R>> chosen,
      Attempt<R> attempt) {
    if (read.isBeingDeleted()) {
      return ends.endDeletions(List.of(read)).thenApply(ended -> false);
    }
    boolean isThere = design.isRecord(read.cells());
    Choice<R> made =
        choice.apply(
            isThere ? Optional.of(design.rows().readWritten(read.cells())) : Optional.empty());
    chosen.set(made);
    if (!made.isDone()) {
      return keeper
          .settle(attempt.claims())
          .exceptionallyCompose(chain::ifReadOnly)
          .thenCompose(done -> ends.catchUp(read)) // its followers are to tell the same
          .thenApply(done -> true);
    }
    Planned<R> planned = // refused before the row gets a mark
        made.writes() ? writer.planned(made, attempt.id(), attempt.tried()) : null;
    if (read.markBytes() != null) {
      return carryOut(planned, read, attempt);
    }
    return marked(read)
        .thenCompose(
            marked ->
                marked.isPresent() && !isThere
                    ? carryOut(planned, marked.get(), attempt)
                    : CompletableFuture.completedFuture(false));
  }

  /** Gives a row a mark; empty if another client was faster. */
  private CompletableFuture<Optional<MarkedRow<R>>> marked(MarkedRow<R> read) {
    List<MarkedRow<R>> one = List.of(read);
    return chain
        .awaitReservable(one)
        .thenCompose(
            done -> {
              Mark mark = Mark.settledAt(chain.reservedTime(read));
              return chain.reserve(List.of(new Chain.Link<>(read, /* change= */ null, mark)));
            })
        .thenApply(links -> links.stream().findFirst().map(Chain.Link::former));
  }

  /**
   * Writes or deletes a row, if it is still as it was read.
   *
   * @param planned null to delete it
   */
  private CompletableFuture<Boolean> carryOut(
      Planned<R> planned, MarkedRow<R> former, Attempt<R> attempt) {
    CompletableFuture<Boolean> written =
        planned != null
            ? writer.writeOver(former, planned, attempt.claims(), attempt.time())
            : keeper
                .settle(attempt.claims())
                .exceptionallyCompose(chain::ifReadOnly)
                .thenRun(attempt.claims()::begin)
                .thenCompose(done -> ends.delete(former, attempt.id()))
                .whenComplete(
                    (done, failure) -> {
                      if (failure == null) {
                        attempt.claims().end();
                      }
                    });
    return written.thenCompose(
        done ->
            !done && attempt.time().isLate()
                ? CompletableFuture.failedFuture(unknown(design, former.row()))
                : CompletableFuture.completedFuture(done));
  }

  /** By then, the row's later marks may have forgotten the write. */
  static IOException unknown(TableDesign<?> design, byte[] row) {
    return new IOException(
        "whether row "
            + Bytes.toStringBinary(row)
            + " of "
            + design.name()
            + " was written is not known: the answer took longer than half the grace");
  }
}
