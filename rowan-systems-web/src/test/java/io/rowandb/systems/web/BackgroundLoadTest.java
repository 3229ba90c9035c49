package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.BackgroundLoad.State;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackgroundLoadTest {
  private final CountDownLatch begun = new CountDownLatch(1);

  @Test
  void oneAtATimeAndAllOfIt() throws Exception {
    BackgroundLoad load = new BackgroundLoad();
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch taken = new CountDownLatch(1);
    assertThat(load.progress()).isEqualTo(new Progress(State.NONE, 0, 0));
    load.start(
        2,
        () -> false,
        "others",
        next -> {
          awaitUninterrupted(go);
          assertThat(next.getAsBoolean()).isTrue();
          assertThat(next.getAsBoolean()).isTrue();
          taken.countDown();
        });
    assertThat(load.progress()).isEqualTo(new Progress(State.RUNNING, 0, 2));
    assertThatThrownBy(() -> load.start(1, () -> false, "others", next -> {}))
        .isInstanceOfSatisfying(
            WebException.class, e -> assertThat(e.status()).isEqualTo(WebException.IN_CONFLICT));
    go.countDown();
    taken.await();
    load.close();
    assertThat(load.progress()).isEqualTo(new Progress(State.DONE, 2, 2));
  }

  @Test
  void whatFailsIsSaid() throws Exception {
    BackgroundLoad load = new BackgroundLoad();
    load.start(
        5,
        () -> false,
        "others",
        next -> {
          assertThat(next.getAsBoolean()).isTrue();
          begun.countDown();
          throw new IOException("full");
        });
    begun.await();
    load.close();
    assertThat(load.progress()).isEqualTo(new Progress(State.FAILED, 1, 5));
  }

  @Test
  void closingEndsIt() throws Exception {
    BackgroundLoad load = new BackgroundLoad();
    load.start(
        Long.MAX_VALUE,
        () -> false,
        "others",
        next -> {
          while (next.getAsBoolean()) {
            begun.countDown();
          }
        });
    begun.await();
    load.close();
    assertThat(load.progress().state()).isEqualTo(State.FAILED);
    assertThatThrownBy(() -> load.start(1, () -> false, "others", next -> {}))
        .isInstanceOfSatisfying(
            WebException.class, e -> assertThat(e.status()).isEqualTo(WebException.UNAVAILABLE));
  }

  /** One that ended in this moment must be seen by the next. */
  @Test
  void othersAreLookedForWhenNoneIsUnderWay() throws Exception {
    BackgroundLoad load = new BackgroundLoad();
    CountDownLatch go = new CountDownLatch(1);
    load.start(1, () -> false, "none", next -> awaitUninterrupted(go));
    assertThatThrownBy(
            () ->
                load.start(
                    1,
                    () -> {
                      throw new AssertionError("asked beside a load");
                    },
                    "others",
                    next -> {}))
        .isInstanceOf(WebException.class)
        .hasMessage("a load is under way already");
    go.countDown();
    while (load.progress().state() == State.RUNNING) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> load.start(1, () -> true, "there are others", next -> {}))
        .isInstanceOf(WebException.class)
        .hasMessage("there are others");
    load.close();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
