package io.rowandb.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

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
    owner.failing = true;
    owner.sweeps.begin();
    owner.swept.await();
    assertThat(owner.count.get()).isEqualTo(4);
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

  /** Has something to sweep for a number of times. */
  private static final class Owner implements Sweeps.Swept {
    final Sweeps sweeps = new Sweeps(this, 0);
    final AtomicInteger count = new AtomicInteger();
    volatile CountDownLatch swept;
    volatile boolean failing;

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
      if (failing) {
        throw new IllegalStateException("a sweep that fails");
      }
    }

    @Override
    public boolean holdsAny() {
      return swept.getCount() > 0;
    }
  }
}
