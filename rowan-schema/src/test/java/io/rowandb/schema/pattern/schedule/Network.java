package io.rowandb.schema.pattern.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** The calls that clients have sent and that are not executed yet. Used by one thread. */
public final class Network {
  /**
   * A call.
   *
   * @param size how many rows it changes, of which any first ones may be changed without the others
   * @param changes whether it changes anything
   */
  public record Call<T>(
      int client,
      String name,
      int size,
      boolean changes,
      IntFunction<CompletableFuture<T>> some,
      CompletableFuture<T> answer) {
    /** Executes it, and lets its client go on. */
    public void execute() {
      T value;
      try {
        value = some.apply(size).join();
      } catch (CompletionException e) {
        answer.completeExceptionally(e.getCause());
        return;
      }
      answer.complete(value);
    }

    /** Executes it once more, or for the first time when its client does not hear of it. */
    public void executeUnheard(int rows) {
      some.apply(rows).handle((value, failure) -> null).join(); // nobody hears of a failure either
    }

    @Override
    public String toString() {
      return name + " of client " + client;
    }
  }

  // Fixed at construction.
  private final LongConsumer pause;

  private final List<Call<?>> waiting = new ArrayList<>();
  private long nanoTime;

  /**
   * Without calls.
   *
   * @param pause is told how many nanoseconds a client waits
   */
  public Network(LongConsumer pause) {
    this.pause = pause;
  }

  void pass(long nanos) {
    nanoTime += nanos;
    pause.accept(nanos);
  }

  long nanoTime() {
    return nanoTime;
  }

  <T> CompletableFuture<T> send(
      int client, String name, int size, boolean changes, IntFunction<CompletableFuture<T>> some) {
    Call<T> call = new Call<>(client, name, size, changes, some, new CompletableFuture<>());
    waiting.add(call);
    return call.answer();
  }

  <T> CompletableFuture<T> send(
      int client, String name, boolean changes, Supplier<CompletableFuture<T>> whole) {
    return send(client, name, 1, changes, rows -> whole.get());
  }

  public List<Call<?>> waiting() {
    return waiting;
  }
}
