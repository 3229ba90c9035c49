package io.rowandb.schema.pattern.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Work in steps, each of which begins when the previous one has ended. No thread waits here. Steps
 * that end at once, as all do with blocking calls, do not deepen the stack, however many there are.
 */
public final class Steps {
  /** What is done side by side at a time: what one caller may ask of a server. */
  public static final int LANES = 16;

  public static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private static final CompletableFuture<Boolean> MORE = CompletableFuture.completedFuture(true);
  private static final CompletableFuture<Boolean> NO_MORE =
      CompletableFuture.completedFuture(false);

  private Steps() {}

  /** A step for one of many. */
  @FunctionalInterface
  public interface Step<T> {
    CompletableFuture<?> of(T each) throws Exception;
  }

  /** What a call gives; or a future with what it throws, which is not wrapped in another. */
  public static <T> CompletableFuture<T> called(Callable<? extends CompletableFuture<T>> call) {
    CompletableFuture<T> begun;
    try {
      begun = call.call();
    } catch (Exception | Error e) { // else the future never ends
      begun = CompletableFuture.failedFuture(e);
    }
    if (begun.isDone() && !begun.isCompletedExceptionally()) {
      return begun;
    }
    CompletableFuture<T> outcome = new CompletableFuture<>();
    var unused = begun.whenComplete((value, failure) -> complete(outcome, value, failure));
    return outcome;
  }

  /** Whether there is another step. */
  public static CompletableFuture<Boolean> more(boolean more) {
    return more ? MORE : NO_MORE;
  }

  /** Takes steps until one says that there are no more. */
  public static CompletableFuture<Void> whileMore(Callable<CompletableFuture<Boolean>> step) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    goOn(step, done);
    return done;
  }

  private static void goOn(
      Callable<CompletableFuture<Boolean>> step, CompletableFuture<Void> done) {
    CompletableFuture<Boolean> taken = MORE;
    while (taken.isDone() && !taken.isCompletedExceptionally()) {
      if (!taken.getNow(false)) {
        done.complete(null);
        return;
      }
      taken = called(step);
    }
    var unused =
        taken.whenComplete(
            (more, failure) -> {
              if (failure == null && more) {
                goOn(step, done);
              } else {
                complete(done, null, failure);
              }
            });
  }

  /** One after the other. */
  public static <T> CompletableFuture<Void> each(Iterable<T> all, Step<T> step) {
    Iterator<T> rest = all.iterator();
    return whileMore(
        () -> rest.hasNext() ? step.of(rest.next()).thenCompose(done -> MORE) : NO_MORE);
  }

  /** So many, some of them at a time; when one fails, no other begins. */
  public static CompletableFuture<Void> sideBySide(
      int count, IntFunction<CompletableFuture<?>> step) {
    AtomicInteger next = new AtomicInteger();
    AtomicBoolean failed = new AtomicBoolean();
    CompletableFuture<?>[] lanes = new CompletableFuture<?>[Math.min(LANES, count)];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] =
          whileMore(
              () -> {
                int taken = failed.get() ? count : next.getAndIncrement();
                return taken < count ? step.apply(taken).thenCompose(done -> MORE) : NO_MORE;
              });
      var unused =
          lanes[i].whenComplete((done, failure) -> failed.compareAndSet(false, failure != null));
    }
    return CompletableFuture.allOf(lanes);
  }

  private static <T> void complete(CompletableFuture<T> future, T value, Throwable failure) {
    if (failure == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(cause(failure));
    }
  }

  /**
   * What a call gave that has ended, as every one of a {@link WaitingCarrier} has when it is
   * returned; or its failure, thrown as it is.
   */
  public static <T> T ended(CompletableFuture<T> call) throws IOException {
    if (!call.isDone()) {
      throw new IllegalStateException("the thread that waits was given a call that goes on");
    }
    try {
      return call.join();
    } catch (CompletionException e) {
      Throwable failure = cause(e);
      if (failure instanceof IOException io) {
        throw io;
      }
      if (failure instanceof RuntimeException runtime) {
        throw runtime;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw new IOException(failure);
    }
  }

  /** What a future or a function without checked exceptions has wrapped. */
  public static Throwable cause(Throwable failure) {
    boolean wrapper =
        failure instanceof CompletionException || failure instanceof UncheckedIOException;
    return wrapper && failure.getCause() != null ? cause(failure.getCause()) : failure;
  }
}
