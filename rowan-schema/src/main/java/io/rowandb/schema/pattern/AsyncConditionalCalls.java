package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.pattern.rows.KeyFields;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  /** Makes a call, if the tables are of the design. */
  protected abstract <T> CompletableFuture<T> conditionally(
      Function<ConditionalWriter<R>, CompletableFuture<T>> call);

  /** Writes a record if its row holds none, as {@link RecordTable#putIfAbsent}. */
  public CompletableFuture<Boolean> putIfAbsent(R record) {
    return conditionally(writer -> writer.putIfAbsent(record));
  }

  /** Writes records whose rows hold none, as {@link RecordTable#putAllIfAbsent}. */
  public CompletableFuture<List<Boolean>> putAllIfAbsent(Iterable<R> records) {
    return conditionally(writer -> writer.putAllIfAbsent(records));
  }

  /** Writes records or merges them with what is there, as {@link RecordTable#mergeAll}. */
  public CompletableFuture<Void> mergeAll(Iterable<R> records, BinaryOperator<R> merge) {
    return conditionally(writer -> writer.mergeAll(records, merge));
  }

  /** Writes a record over one that meets a condition, as {@link RecordTable#putIf}. */
  public CompletableFuture<Boolean> putIf(R record, Predicate<? super R> condition) {
    return conditionally(writer -> writer.putIf(record, condition));
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

  /** Changes of one record that are made as one step, as {@link RecordTable#together}. */
  public AsyncRecordChanges<R> together(Object... key) {
    Object[] kept = KeyFields.kept(key);
    return new AsyncRecordChanges<>(
        changes -> conditionally(writer -> writer.together(changes, kept)));
  }

  /** Writes a record over that of its version, as {@link RecordTable#save}. */
  public CompletableFuture<R> save(R record) {
    return conditionally(writer -> writer.save(record));
  }

  /** Deletes a record that meets a condition, as {@link RecordTable#deleteIf}. */
  public CompletableFuture<Boolean> deleteIf(Predicate<? super R> condition, Object... key) {
    Object[] kept = KeyFields.kept(key);
    return conditionally(writer -> writer.deleteIf(condition, kept));
  }
}
