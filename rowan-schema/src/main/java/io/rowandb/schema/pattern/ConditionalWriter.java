package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.RowAdditions;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.UpdateRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes records of a table with marks by what their rows hold: what each call chooses to do. The
 * steps are those of {@code ChoiceBatch}.
 *
 * <p>Its thread rules are those of its carrier.
 */
public final class ConditionalWriter<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final UpdateRules<R> updates;
  private final KeyFields<R> keyFields;
  private final ChoiceBatch<R> choices;

  ConditionalWriter(ChainedWriter<R> writer, WriteEnds<R> ends) {
    choices = new ChoiceBatch<>(writer, ends);
    design = ends.chain().design();
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
    return Steps.each(RowBatch.of(all), choices::make);
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

  private CompletableFuture<Choice<R>> choose(byte[] row, Function<Optional<R>, Choice<R>> choice) {
    AtomicReference<Choice<R>> made = new AtomicReference<>();
    return choices
        .make(List.of(new ChoiceBatch.Asked<>(row, choice, made::set)))
        .thenApply(done -> made.get());
  }
}
