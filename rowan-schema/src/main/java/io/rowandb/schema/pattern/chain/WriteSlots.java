package io.rowandb.schema.pattern.chain;

import io.rowandb.schema.pattern.calls.Steps;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
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
   * Makes a write. A slot of which a write failed is used again if no call of it is in doubt;
   * otherwise the write may be executed later.
   *
   * @param isInDoubt asked when the write has failed: whether a call that has its name may still be
   *     executed
   */
  public <T> CompletableFuture<T> with(
      Function<WriteId, CompletableFuture<T>> write, BooleanSupplier isInDoubt) {
    WriteId last = ended.pollFirst();
    WriteId id =
        last == null
            ? new WriteId(ThreadLocalRandom.current().nextLong(), 0)
            : new WriteId(last.slot(), last.number() + 1);
    return Steps.called(() -> write.apply(id))
        .whenComplete(
            (result, failure) -> {
              if (failure == null || !isInDoubt.getAsBoolean()) {
                ended.addFirst(id);
              }
            });
  }
}
