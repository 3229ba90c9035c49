package io.rowandb.engine.region;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;

/**
 * Which writes of a region are visible: all up to the read point, and nothing above it.
 *
 * <ol>
 *   <li>The read point never decreases.
 *   <li>When it is {@code n}, every write that began with a sequence id up to {@code n} has
 *       completed: all of its cells are in the memstores, or it failed and none are.
 *   <li>Writes begin in the order of their sequence ids.
 * </ol>
 *
 * Safe for use by many threads. {@link #readPoint} is one volatile read: a reader that sees the
 * read point also sees what a writer did before {@link #complete}.
 */
final class Mvcc {
  /** Tries before a writer goes to sleep: about as long as another takes to fill a memstore. */
  private static final int SPINS = 200;

  /**
   * Then it lets others have its processor so often: the writer before may be ready, and have none.
   */
  private static final int YIELDS = 4;

  private volatile long readPoint;

  /** The sequence ids of the writes under way, a ring. Never longer than there are writers. */
  @GuardedBy("this")
  private long[] sequences = new long[16];

  @GuardedBy("this")
  private boolean[] completed = new boolean[16];

  /** The ticket of the oldest write under way. */
  @GuardedBy("this")
  private long head;

  /** The next ticket. */
  @GuardedBy("this")
  private long tail;

  /** Used by who lets writes begin, one at a time: whether all slots were taken after the last. */
  private boolean mayBeFull;

  @GuardedBy("this")
  private int sleepers;

  /** Why nothing becomes visible any more, or null; written under the lock. */
  private volatile Throwable failure;

  Mvcc(long readPoint) {
    this.readPoint = readPoint;
  }

  /** Every write with a sequence id up to this one is visible. */
  long readPoint() {
    return readPoint;
  }

  /** Moves the read point over writes that did not begin here: recovery. */
  synchronized void advance(long sequence) {
    assert head == tail : "writes are under way";
    readPoint = Math.max(readPoint, sequence);
  }

  /** Takes the memory that the next {@link #begin} may need. */
  void reserve() {
    if (mayBeFull) {
      growIfFull();
    }
  }

  /**
   * A write begins, after {@link #reserve}.
   *
   * @return its ticket for {@link #complete}
   */
  synchronized long begin(long sequence) {
    assert sequence > readPoint : sequence + " begins at or below the read point " + readPoint;
    assert tail - head < sequences.length : "no memory was reserved";
    int slot = slot(tail);
    sequences[slot] = sequence;
    completed[slot] = false;
    mayBeFull = tail + 1 - head == sequences.length;
    return tail++;
  }

  /** The write is wholly in the memstores, or not at all. */
  synchronized void complete(long ticket) {
    completed[slot(ticket)] = true;
    long visible = readPoint;
    while (head < tail && completed[slot(head)]) {
      visible = sequences[slot(head)];
      head++;
    }
    if (visible != readPoint) {
      readPoint = visible;
      if (sleepers > 0) {
        notifyAll();
      }
    }
  }

  /** A write stopped half way: it never becomes visible, nor does any after it. */
  synchronized void fail(Throwable cause) {
    failure = cause;
    notifyAll();
  }

  /** Refuses when nothing will become visible any more. */
  void checkAlive() throws RefusedException {
    Throwable cause = failure;
    if (cause != null) {
      throw new RefusedException(
          RefusedException.Reason.LOG_FAILED,
          "A write of this region failed half way; open the database again",
          cause);
    }
  }

  /** Returns when the write with this sequence id is visible. An interrupt is kept for later. */
  @SuppressWarnings("ThreadPriorityCheck") // it waits as well where yielding does nothing
  void awaitVisible(long sequence) throws RefusedException {
    for (int i = 0; i < SPINS; i++) {
      if (readPoint >= sequence) {
        return;
      }
      Thread.onSpinWait();
    }
    for (int i = 0; i < YIELDS; i++) {
      Thread.yield();
      if (readPoint >= sequence) {
        return;
      }
    }
    sleepUntilVisible(sequence);
  }

  /** Returns when no write is under way; the caller keeps new ones from beginning. */
  synchronized void awaitAll() throws RefusedException {
    if (head < tail) {
      sleepUntilVisible(sequences[slot(tail - 1)]);
    }
  }

  private synchronized void sleepUntilVisible(long sequence) throws RefusedException {
    boolean interrupted = false;
    sleepers++;
    try {
      while (readPoint < sequence) {
        checkAlive();
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      sleepers--;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void growIfFull() {
    if (tail - head < sequences.length) {
      return;
    }
    int before = sequences.length;
    long[] oldSequences = sequences;
    boolean[] oldCompleted = completed;
    long[] newSequences = Arrays.copyOf(oldSequences, before * 2);
    completed = Arrays.copyOf(oldCompleted, before * 2);
    sequences = newSequences; // both, or neither
    for (long ticket = head; ticket < tail; ticket++) {
      int from = (int) (ticket & (before - 1));
      sequences[slot(ticket)] = oldSequences[from];
      completed[slot(ticket)] = oldCompleted[from];
    }
  }

  @GuardedBy("this")
  private int slot(long ticket) {
    return (int) (ticket & (sequences.length - 1));
  }
}
