package io.rowandb.engine.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RepeatingThreadTest {
  private final BlockingQueue<Thread> runs = new LinkedBlockingQueue<>();

  @Test
  void failuresOfEveryKindDoNotEndIt() throws InterruptedException {
    List<Throwable> failures =
        new CopyOnWriteArrayList<>(
            List.of(
                new IllegalStateException("a failure"),
                new OutOfMemoryError("no memory"),
                new StackOverflowError(),
                new Throwable("of no kind")));
    try (RepeatingThread thread = new RepeatingThread("repeating")) {
      thread.repeat(
          1,
          () -> {
            runs.add(Thread.currentThread());
            if (!failures.isEmpty()) {
              RepeatingThreadTest.<RuntimeException>raise(failures.remove(0));
            }
          });
      Thread first = runs.take();
      for (int i = 0; i < 6; i++) {
        assertThat(runs.take()).isSameAs(first);
      }
      first.interrupt();
      assertThat(runs.take()).isSameAs(first);
      assertThat(first.isDaemon()).isTrue();
    }
    assertThat(failures).isEmpty();
  }

  @SuppressWarnings("unchecked") // the compiler is to believe it
  private static <E extends Throwable> void raise(Throwable failure) throws E {
    throw (E) failure;
  }

  @Test
  void whatIsDoneOnceComesInTheOrderOfItsTime() throws InterruptedException {
    long step = 50;
    while (!comeInOrder(step)) {
      step *= 2; // a slow machine needs longer to ask for them
    }
  }

  /** False when it took too long to ask, so that their times say nothing. */
  private static boolean comeInOrder(long stepMillis) throws InterruptedException {
    List<String> done = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    try (RepeatingThread thread = new RepeatingThread("repeating")) {
      long begun = System.nanoTime();
      thread.after(
          2 * stepMillis,
          () -> {
            done.add("last");
            last.countDown();
          });
      thread.after(0, () -> done.add("first"));
      thread.after(
          stepMillis,
          () -> {
            done.add("second");
            throw new IllegalStateException("a failure");
          });
      if (System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(stepMillis / 2)) {
        return false;
      }
      last.await();
    }
    assertThat(done).containsExactly("first", "second", "last");
    return true;
  }

  /** No time is so far away that it has passed. */
  @Test
  void whatIsDoneAfterTheGreatestTimeIsNeverDone() throws InterruptedException {
    AtomicInteger done = new AtomicInteger();
    CountDownLatch other = new CountDownLatch(3);
    try (RepeatingThread thread = new RepeatingThread("repeating")) {
      thread.repeat(Long.MAX_VALUE, done::incrementAndGet);
      thread.after(Long.MAX_VALUE, done::incrementAndGet);
      thread.afterEach(
          1,
          () -> {
            other.countDown();
            return other.getCount() > 0;
          });
      other.await();
    }
    assertThat(done).hasValue(0);
  }

  @Test
  void closingWaitsForWhatItIsAtAndDropsTheRest() throws InterruptedException {
    AtomicInteger ended = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    RepeatingThread thread = new RepeatingThread("repeating");
    thread.after(
        0,
        () -> {
          begun.countDown();
          ended.incrementAndGet();
        });
    thread.after(3_600_000, ended::incrementAndGet);
    begun.await();
    thread.close();
    assertThat(ended).hasValue(1);
    thread.after(0, ended::incrementAndGet);
    thread.repeat(1, ended::incrementAndGet);
    thread.close();
    assertThat(ended).hasValue(1);
  }

  @Test
  void whatSaysSoOrFailsIsDoneAgain() throws InterruptedException {
    AtomicInteger done = new AtomicInteger();
    try (RepeatingThread thread = new RepeatingThread("repeating", 1)) {
      thread.afterEach(
          1,
          () -> {
            runs.add(Thread.currentThread());
            if (done.incrementAndGet() == 2) {
              throw new OutOfMemoryError("no memory");
            }
            return done.get() < 4;
          });
      Thread first = runs.take();
      first.join(); // it has nothing to do any more
    }
    assertThat(done).hasValue(4);
  }

  /** As the handler of a log does that ends all when it hears of a failure. */
  @Test
  void itCanBeClosedFromItself() throws InterruptedException {
    RepeatingThread thread = new RepeatingThread("repeating");
    thread.repeat(
        1,
        () -> {
          thread.close();
          runs.add(Thread.currentThread());
        });
    runs.take().join();
    assertThat(runs).isEmpty();
  }

  @Test
  void withoutAnythingToDoItEndsAndComesBackWhenThereIs() throws InterruptedException {
    try (RepeatingThread thread = new RepeatingThread("repeating", 1)) {
      thread.after(0, () -> runs.add(Thread.currentThread()));
      Thread first = runs.take();
      first.join();
      thread.after(0, () -> runs.add(Thread.currentThread()));
      assertThat(runs.take()).isNotSameAs(first);
    }
  }

  @Test
  void oneThatHasNothingToDoIsNotStarted() {
    RepeatingThread thread = new RepeatingThread("never-started");
    thread.close();
    thread.repeat(1, () -> runs.add(Thread.currentThread()));
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("never-started");
    assertThat(runs).isEmpty();
  }
}
