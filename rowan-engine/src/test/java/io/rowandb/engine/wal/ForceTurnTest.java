package io.rowandb.engine.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ForceTurnTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final AtomicLong nanos = new AtomicLong();
  private final ForceTurn turn = new ForceTurn(0, nanos::get);

  /** A thread that waits for the turn, or until its entry is on disk. */
  private final class Waiting extends Thread {
    private final long sequence;

    // Read when it has ended.
    private boolean hasTurn;
    private boolean wasInterrupted;

    Waiting(long sequence) {
      super("waits-for-" + sequence);
      this.sequence = sequence;
    }

    @Override
    public void run() {
      hasTurn = turn.takeUnlessForced(sequence);
      wasInterrupted = Thread.currentThread().isInterrupted();
    }
  }

  private Waiting asleep(long sequence) {
    Waiting thread = new Waiting(sequence);
    thread.start();
    untilItSleeps(thread);
    return thread;
  }

  private static void untilItSleeps(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(thread.isAlive()).as("%s sleeps", thread.getName()).isTrue();
      Thread.onSpinWait();
    }
  }

  /** Three threads that an hour's force covered: one forced, two waited. */
  private void groupOfThree() throws InterruptedException {
    assertThat(turn.takeUnlessForced(3)).isTrue();
    List<Waiting> covered = List.of(asleep(1), asleep(2));
    nanos.addAndGet(HOUR);
    turn.give(3);
    for (Waiting thread : covered) {
      thread.join();
      assertThat(thread.hasTurn).as("%s is covered", thread.getName()).isFalse();
    }
  }

  @Test
  void oneAloneWaitsForNobody() {
    for (int sequence = 1; sequence <= 3; sequence++) {
      assertThat(turn.takeUnlessForced(sequence)).isTrue();
      nanos.addAndGet(HOUR);
      turn.give(sequence);
      assertThat(turn.takeUnlessForced(sequence)).as("it is on disk").isFalse();
    }
  }

  @Test
  void theLastOfAGroupForcesForAll() throws InterruptedException {
    groupOfThree();
    Waiting first = asleep(4);
    Waiting second = asleep(5);
    assertThat(turn.takeUnlessForced(6)).as("the third takes the turn at once").isTrue();
    turn.give(6);
    first.join();
    second.join();
    assertThat(first.hasTurn || second.hasTurn).isFalse();
  }

  @Test
  void aGroupThatStaysAwayIsNotWaitedForWithoutEnd() throws InterruptedException {
    groupOfThree();
    nanos.set(0);
    Waiting first = asleep(4);
    Waiting second = asleep(5);
    nanos.set(HOUR / 2);
    // Woken for no reason, as a thread may be.
    first.interrupt();
    first.join();
    assertThat(first.hasTurn).as("half of what the last force took").isTrue();
    assertThat(first.wasInterrupted).as("the interrupt is kept").isTrue();
    turn.give(5);
    second.join();
    assertThat(second.hasTurn).isFalse();
  }

  @Test
  void aLongTurnForSomethingElseIsNoMeasure() throws InterruptedException {
    turn.take();
    Waiting waiting = asleep(1);
    nanos.addAndGet(HOUR);
    turn.give(1);
    waiting.join();
    assertThat(turn.takeUnlessForced(2)).as("waits for nobody").isTrue();
  }

  @Test
  void anInterruptEndsNoWait() throws InterruptedException {
    assertThat(turn.takeUnlessForced(1)).isTrue();
    Waiting waiting = asleep(1);
    waiting.interrupt();
    while (waiting.isInterrupted()) {
      Thread.onSpinWait();
    }
    untilItSleeps(waiting);
    turn.give(1);
    waiting.join();
    assertThat(waiting.hasTurn).isFalse();
    assertThat(waiting.wasInterrupted).as("the interrupt is kept").isTrue();
  }

  @Test
  void whoeverWaitsForTheTurnItselfGetsIt() throws InterruptedException {
    assertThat(turn.takeUnlessForced(1)).isTrue();
    Waiting closing = asleep(Long.MAX_VALUE);
    turn.give(0);
    closing.join();
    assertThat(closing.hasTurn).as("also when the force failed").isTrue();
  }
}
