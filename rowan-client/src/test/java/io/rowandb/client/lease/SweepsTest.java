package io.rowandb.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SweepsTest {
  @Test
  void timeAloneSweepsAgainAndAgainWhileSomethingIsLeft() throws InterruptedException {
    Owner owner = new Owner(3);
    owner.sweeps.begin();
    owner.begunTwice();
    owner.swept.await();
    assertThat(owner.count.get()).isEqualTo(3);
  }

  @Test
  void aSweepThatFailsIsNotTheLast() throws InterruptedException {
    Owner owner = new Owner(4);
    owner.failure = new IllegalStateException("a sweep that fails");
    owner.sweeps.begin();
    owner.swept.await();
    assertThat(owner.count.get()).isEqualTo(4);
  }

  /** Without memory not even the log takes it. */
  @Test
  void norOneWhoseFailureCannotBeLogged() throws InterruptedException {
    Owner owner = new Owner(2);
    owner.failure = new Unprintable();
    owner.sweeps.begin();
    owner.swept.await();
    assertThat(owner.count.get()).isEqualTo(2);
  }

  /**
   * Neither {@code Exception} nor {@code Error} comes out of it: nobody on the way catches that.
   */
  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      Unprintable.<RuntimeException>raise(new Throwable("cannot be printed"));
      return "";
    }

    @SuppressWarnings("unchecked") // the compiler is to believe it
    private static <E extends Throwable> void raise(Throwable failure) throws E {
      throw (E) failure;
    }
  }

  @Test
  void whatIsAddedBehindTheLastSweepIsSweptToo() throws InterruptedException {
    Owner owner = new Owner(1);
    owner.sweeps.begin();
    owner.swept.await();
    owner.more();
    owner.sweeps.begin();
    owner.swept.await();
    assertThat(owner.count.get()).isEqualTo(2);
  }

  @Test
  void whatCouldNotBeginIsBegunByTheNext() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    Owner owner = new Owner(1);
    Sweeps sweeps =
        new Sweeps(
            owner,
            0,
            (millis, task) -> {
              if (asked.getAndIncrement() == 0) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              assertThat(task.getAsBoolean()).isFalse();
            });
    assertThatThrownBy(sweeps::begin).isInstanceOf(OutOfMemoryError.class);
    sweeps.begin();
    owner.swept.await();
    assertThat(owner.count.get()).isOne();
  }

  /** Has something to sweep for a number of times. */
  private static final class Owner implements Sweeps.Swept {
    final Sweeps sweeps = new Sweeps(this, 0);
    final AtomicInteger count = new AtomicInteger();
    volatile CountDownLatch swept;
    volatile RuntimeException failure;

    Owner(int times) {
      swept = new CountDownLatch(times);
    }

    void begunTwice() {
      sweeps.begin();
    }

    void more() {
      swept = new CountDownLatch(1);
    }

    @Override
    public void sweep() {
      count.incrementAndGet();
      swept.countDown();
      if (failure != null && holdsAny()) { // one that cannot be logged is followed by another
        throw failure;
      }
    }

    @Override
    public boolean holdsAny() {
      return swept.getCount() > 0;
    }
  }
}
