package io.rowandb.schema.pattern.chain;

import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads records of which a part is not in their rows: details in rows of their own. Its thread
 * rules are those of its carrier.
 *
 * @param <R> the record
 */
@FunctionalInterface
public interface WholeRecords<R> {
  /**
   * The record of a row.
   *
   * @param row with a record
   * @param asOfMillis the time whose details are read, in milliseconds since 1970; empty for now
   * @return fails with a {@code RuntimeException} when they cannot be read as a record
   */
  CompletableFuture<R> of(Result row, OptionalLong asOfMillis);
}
