package io.rowandb.schema.pattern;

import java.util.concurrent.CompletableFuture;

/**
 * A {@link RecordField} that does not wait for HBase. Failures are in the returned futures. Used by
 * any number of threads.
 *
 * @param <T> the type of the field; of a primitive one, its wrapper class
 */
public interface AsyncRecordField<T> {
  /** Changes the field, as {@link RecordField#set}. */
  CompletableFuture<Boolean> set(T value);

  /** Changes the field if it has an expected value, as {@link RecordField#compareAndSet}. */
  CompletableFuture<Boolean> compareAndSet(T expected, T value);
}
