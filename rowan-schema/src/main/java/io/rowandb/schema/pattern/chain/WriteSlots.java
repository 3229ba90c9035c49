package io.rowandb.schema.pattern.chain;

import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Names the conditional writes of this process, so that a row remembers as many as are made at
 * once, and not all. Used by any number of threads.
 */
public final class WriteSlots {
  private static final WriteSlots OF_PROCESS = new WriteSlots();

  /** The last writes of slots that no write is in; those used last come first, so few are used. */
  private final Deque<WriteId> ended = new ConcurrentLinkedDeque<>();

  WriteSlots() {}

  /** Those of all tables that are open here. */
  public static WriteSlots ofProcess() {
    return OF_PROCESS;
  }

  /**
   * Makes a write. A slot of which a write failed is not used again: the write may be executed
   * later.
   */
  public <T> CompletableFuture<T> with(Function<WriteId, CompletableFuture<T>> write) {
    WriteId last = ended.pollFirst();
    WriteId id =
        last == null
            ? new WriteId(ThreadLocalRandom.current().nextLong(), 0)
            : new WriteId(last.slot(), last.number() + 1);
    return write
        .apply(id)
        .thenApply(
            result -> {
              ended.addFirst(id);
              return result;
            });
  }
}
