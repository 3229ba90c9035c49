package io.rowandb.schema.backend;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * A {@link ServerCall} of a client that does not wait.
 *
 * @param name the method of HBase's client
 * @param rows how many rows it changes; 1 if it changes one, or none
 * @param ofFirst makes it of so many of its rows, at least 1
 */
public record AsyncServerCall(String name, int rows, IntFunction<CompletableFuture<?>> ofFirst) {
  /** Makes it, whole. */
  public CompletableFuture<?> make() {
    return ofFirst.apply(rows);
  }

  /** Makes it of its first rows only. */
  public CompletableFuture<?> makePart(int rowCount) {
    return rowCount == 0 ? CompletableFuture.completedFuture(null) : ofFirst.apply(rowCount);
  }
}
