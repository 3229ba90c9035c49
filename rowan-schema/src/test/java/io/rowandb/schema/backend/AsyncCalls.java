package io.rowandb.schema.backend;

import java.util.concurrent.CompletableFuture;

/** {@link Calls} of a client that does not wait. */
@FunctionalInterface
public interface AsyncCalls {
  /** Makes a call, or part of it, or none. */
  CompletableFuture<?> pass(AsyncServerCall call);
}
