package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.TableDesign;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * {@link RecordWrites} that do not wait for HBase, of an {@link AsyncRecordTable} and of such a
 * table with views. Failures are in the returned futures.
 *
 * @param <R> the record
 */
public abstract class AsyncConditionalCalls<R> {
  /** Of a table. */
  protected AsyncConditionalCalls() {}

  /** The design of the table of the records. */
  protected abstract TableDesign<R> recordDesign();

  /** Makes a call, if the tables are of the design. */
  protected abstract <T> CompletableFuture<T> conditionally(
      Function<ConditionalWriter<R>, CompletableFuture<T>> call);

  /** Makes a call with a record as it is now: its caller may change it while others are asked. */
  private <T> CompletableFuture<T> taking(
      R record, BiFunction<ConditionalWriter<R>, R, CompletableFuture<T>> call) {
    return Steps.called(
        () -> {
          R taken = recordDesign().taken(record);
          return conditionally(writer -> call.apply(writer, taken));
        });
  }

  /** The same of many. */
  private <T> CompletableFuture<T> takingAll(
      Iterable<R> records, BiFunction<ConditionalWriter<R>, List<R>, CompletableFuture<T>> call) {
    return Steps.called(
        () -> {
          List<R> taken = recordDesign().takenAll(records);
          return conditionally(writer -> call.apply(writer, taken));
        });
  }

  /** Writes a record if its row holds none, as {@link RecordTable#putIfAbsent}. */
  public CompletableFuture<Boolean> putIfAbsent(R record) {
    return taking(record, ConditionalWriter::putIfAbsent);
  }

  /**
   * Writes records whose rows hold none, as {@link RecordTable#putAllIfAbsent}.
   *
   * @param records all taken before the call returns
   */
  public CompletableFuture<List<Boolean>> putAllIfAbsent(Iterable<R> records) {
    return takingAll(records, ConditionalWriter::putAllIfAbsent);
  }

  /**
   * Writes records or merges them with what is there, as {@link RecordTable#mergeAll}.
   *
   * @param records all taken before the call returns
   * @param merge may be asked by threads of the connection, and must not block
   */
  public CompletableFuture<Void> mergeAll(Iterable<R> records, BinaryOperator<R> merge) {
    return takingAll(records, (writer, taken) -> writer.mergeAll(taken, merge));
  }

  /** Writes a record over one that meets a condition, as {@link RecordTable#putIf}. */
  public CompletableFuture<Boolean> putIf(R record, Predicate<? super R> condition) {
    return taking(record, (writer, taken) -> writer.putIf(taken, condition));
  }

  /** Changes a record, as {@link RecordTable#update}. */
  public CompletableFuture<Optional<R>> update(UnaryOperator<R> change, Object... key) {
    Object[] kept = KeyFields.kept(key);
    return conditionally(writer -> writer.update(change, kept));
  }

  /** One field of a record, to be changed, as {@link RecordTable#field}. */
  public <T> AsyncRecordField<T> field(Field<R, T> field, Object... key) {
    Object[] kept = KeyFields.kept(key);
    return new AsyncRecordField<>() {
      @Override
      public CompletableFuture<Boolean> set(T value) {
        return conditionally(writer -> writer.set(field, value, kept));
      }

      @Override
      public CompletableFuture<Boolean> compareAndSet(T expected, T value) {
        return conditionally(writer -> writer.compareAndSet(field, expected, value, kept));
      }
    };
  }

  /**
   * Changes of one record that are made as one step, as {@link RecordTable#together}.
   *
   * @param key as for {@link RecordTable#get}
   */
  public AsyncRecordChanges<R> together(Object... key) {
    Object[] kept = KeyFields.kept(key);
    return new AsyncRecordChanges<>(changes -> together(changes, kept));
  }

  /** Of what is given now: the caller may change its objects, and go on with the changes. */
  private CompletableFuture<Boolean> together(AsyncRecordChanges<R> changes, Object[] key) {
    return Steps.called(
        () -> {
          ChangesTogether.Prepared<R> all = changes.of(recordDesign());
          return conditionally(writer -> writer.together(all, key));
        });
  }

  /** Writes a record over that of its version, as {@link RecordTable#save}. */
  public CompletableFuture<R> save(R record) {
    return taking(record, ConditionalWriter::save);
  }

  /** Deletes a record that meets a condition, as {@link RecordTable#deleteIf}. */
  public CompletableFuture<Boolean> deleteIf(Predicate<? super R> condition, Object... key) {
    Object[] kept = KeyFields.kept(key);
    return conditionally(writer -> writer.deleteIf(condition, kept));
  }
}
