package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.calls.Steps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of steps, how many are under way, and what becomes of failures. */
class StepsTest {
  private static final int MANY = 200_000;

  private static Throwable failureOf(CompletableFuture<?> future) {
    Throwable[] failure = new Throwable[1];
    var unused = future.whenComplete((value, e) -> failure[0] = e);
    return failure[0];
  }

  @Test
  void manyStepsThatEndAtOnceNeedNoDeepStack() {
    AtomicInteger taken = new AtomicInteger();
    CompletableFuture<Void> done =
        Steps.whileMore(() -> Steps.more(taken.incrementAndGet() < MANY));
    assertThat(done).isCompletedWithValue(null);
    assertThat(taken).hasValue(MANY);
  }

  @Test
  void eachStepBeginsWhenTheOneBeforeHasEnded() {
    List<CompletableFuture<Void>> begun = new ArrayList<>();
    CompletableFuture<Void> done =
        Steps.each(
            List.of(1, 2, 3),
            each -> {
              begun.add(new CompletableFuture<>());
              return begun.get(each - 1);
            });
    for (int i = 0; i < 3; i++) {
      assertThat(begun).hasSize(i + 1);
      assertThat(done).isNotDone();
      begun.get(i).complete(null);
    }
    assertThat(done).isCompletedWithValue(null);
  }

  @Test
  void nothingIsBegunBehindAFailure() {
    AtomicInteger begun = new AtomicInteger();
    IOException failure = new IOException("no");
    CompletableFuture<Void> done =
        Steps.each(
            List.of(1, 2, 3),
            each ->
                begun.incrementAndGet() < 2 ? Steps.DONE : CompletableFuture.failedFuture(failure));
    assertThat(begun).hasValue(2);
    assertThat(failureOf(done)).isSameAs(failure);
  }

  @Test
  void someAreUnderWayAtATime() {
    List<CompletableFuture<Void>> begun = new ArrayList<>();
    CompletableFuture<Void> done =
        Steps.sideBySide(
            3 * Steps.LANES,
            i -> {
              begun.add(new CompletableFuture<>());
              return begun.get(i);
            });
    for (int i = 0; i < 3 * Steps.LANES; i++) {
      assertThat(begun).hasSize(Math.min(3 * Steps.LANES, i + Steps.LANES));
      assertThat(done).isNotDone();
      begun.get(i).complete(null);
    }
    assertThat(done).isCompletedWithValue(null);
    assertThat(Steps.sideBySide(0, i -> Steps.DONE)).isCompletedWithValue(null);
  }

  @Test
  void failuresAreNotWrapped() {
    IOException failure = new IOException("no");
    List<Throwable> thrown =
        IntStream.range(0, 4)
            .mapToObj(
                kind ->
                    failureOf(
                        Steps.called(
                            () ->
                                switch (kind) {
                                  case 0 -> throw failure;
                                  case 1 -> throw new UncheckedIOException(failure);
                                  case 2 -> CompletableFuture.failedFuture(failure);
                                  default ->
                                      CompletableFuture.failedFuture(
                                          new CompletionException(
                                              new UncheckedIOException(failure)));
                                })))
            .toList();
    assertThat(thrown).allMatch(each -> each == failure);
  }

  @Test
  void anErrorEndsTheFutureToo() {
    Error error = new AssertionError("cannot be");
    CompletableFuture<Boolean> first = new CompletableFuture<>();
    AtomicInteger taken = new AtomicInteger();
    CompletableFuture<Void> done =
        Steps.whileMore(
            () -> {
              if (taken.getAndIncrement() > 0) {
                throw error;
              }
              return first;
            });
    first.complete(true);
    assertThat(failureOf(done)).isSameAs(error);
  }
}
