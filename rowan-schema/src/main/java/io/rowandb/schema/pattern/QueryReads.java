package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.plan.QuerySpec;
import java.io.IOException;
import java.util.stream.Stream;

/** Executes the reads of a {@link Query} in the thread of its table. */
interface QueryReads<R> {
  /** {@link Query#stream}. */
  Stream<R> stream(QuerySpec<R> read) throws IOException;

  /** {@link Query#count}. */
  long count(QuerySpec<R> read) throws IOException;

  /** {@link Query#page(int)}. */
  Page<R> page(QuerySpec<R> read, int size) throws IOException;

  /** {@link Query#page(int, String)}. */
  Page<R> page(QuerySpec<R> read, int size, String token) throws IOException;

  /** {@link Query#explain}. */
  Explanation explain(QuerySpec<R> read) throws IOException;
}
