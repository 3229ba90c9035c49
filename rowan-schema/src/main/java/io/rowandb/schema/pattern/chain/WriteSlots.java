package io.rowandb.schema.pattern.chain;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Names the conditional writes of a client, so that a row remembers as many as the client makes at
 * once, and not all. Used by any number of threads.
 */
public final class WriteSlots {
  /** The last writes of slots that no write is in. */
  private final Queue<WriteId> ended = new ConcurrentLinkedQueue<>();

  /**
   * Makes a write. A slot of which a write failed is not used again: the write may be executed
   * later.
   */
  public <T> CompletableFuture<T> with(Function<WriteId, CompletableFuture<T>> write) {
    WriteId last = ended.poll();
    WriteId id =
        last == null
            ? new WriteId(ThreadLocalRandom.current().nextLong(), 0)
            : new WriteId(last.slot(), last.number() + 1);
    return write
        .apply(id)
        .thenApply(
            result -> {
              ended.add(id);
              return result;
            });
  }
}
