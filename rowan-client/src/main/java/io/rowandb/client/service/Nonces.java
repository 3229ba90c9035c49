package io.rowandb.client.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.cell.CellBatch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.HConstants;

/**
 * The recent increments and appends by the nonces that clients gave them, so that a repeated call
 * is not applied twice.
 *
 * <p>Invariants: 1. Of the calls with one nonce, at most one at a time runs; the others wait for
 * its end. 2. Once one has succeeded, no other runs for {@code nonceMillis}. 3. After one has
 * failed, the next may try. 4. At most {@code maxNonces} completed calls are remembered; the oldest
 * are forgotten first.
 *
 * <p>Kept in memory only: after the store is reopened nothing is remembered, because no client
 * still waits for the answer of an earlier call. Safe for many threads.
 */
final class Nonces {
  private final Clock clock;
  private final ServiceLimits limits;

  /** In the order in which the operations began. */
  @GuardedBy("this")
  private final Map<Nonce, Operation> operations = new LinkedHashMap<>();

  Nonces(Clock clock, ServiceLimits limits) {
    this.clock = clock;
    this.limits = limits;
  }

  /**
   * What a client calls one operation by, however often it sends it.
   *
   * @param group which client
   * @param nonce which of its operations; {@link HConstants#NO_NONCE} for one that is never sent
   *     twice
   */
  record Nonce(long group, long nonce) {
    /** Of operations that may be made again. */
    static final Nonce NONE = new Nonce(HConstants.NO_NONCE, HConstants.NO_NONCE);
  }

  /** Makes an operation; the cells hold the sequence id, if it returns any. */
  @FunctionalInterface
  interface Change {
    /** Makes it; false when its condition did not hold. */
    boolean make(CellBatch result) throws IOException;
  }

  /** Answers an operation that was made before. */
  @FunctionalInterface
  interface Repetition {
    /**
     * Answers it.
     *
     * @param readPoint where the change was visible and nothing later was; 0 if that is not known
     */
    boolean answer(CellBatch result, long readPoint) throws IOException;
  }

  /** How an operation ended. */
  private static final class Operation {
    private final long beganMillis;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Set before the end: whether it succeeded, and the sequence id of its change. */
    private volatile boolean succeeded;

    private volatile long sequence;

    Operation(long beganMillis) {
      this.beganMillis = beganMillis;
    }

    boolean hasEnded() {
      return ended.getCount() == 0;
    }
  }

  /** Makes a change, unless one with the same nonce has been made. */
  boolean once(Nonce nonce, CellBatch result, Change change, Repetition repetition)
      throws IOException {
    if (nonce.nonce() == HConstants.NO_NONCE) {
      return change.make(result);
    }
    while (true) {
      Operation mine = new Operation(clock.millis());
      Operation other = enter(nonce, mine);
      if (other == null) {
        return make(nonce, mine, result, change);
      }
      await(other);
      if (other.succeeded) {
        return repetition.answer(result, other.sequence);
      }
    }
  }

  private boolean make(Nonce nonce, Operation mine, CellBatch result, Change change)
      throws IOException {
    boolean succeeded = false;
    try {
      boolean applied = change.make(result);
      mine.sequence = result.isEmpty() ? 0 : result.sequence(0);
      succeeded = applied;
      return applied;
    } finally {
      mine.succeeded = succeeded;
      if (!succeeded) {
        forget(nonce);
      }
      mine.ended.countDown();
    }
  }

  /** The operation of this number, if there is one; else enters this one and returns null. */
  private synchronized Operation enter(Nonce nonce, Operation mine) {
    Operation known = operations.get(nonce);
    if (known != null && !isOld(known, mine.beganMillis)) {
      return known;
    }
    removeOld(mine.beganMillis);
    operations.put(nonce, mine);
    return null;
  }

  @GuardedBy("this")
  private void removeOld(long nowMillis) {
    Iterator<Operation> oldestFirst = operations.values().iterator();
    while (oldestFirst.hasNext()) {
      Operation oldest = oldestFirst.next();
      boolean full = operations.size() >= limits.maxNonces();
      if (!full && !isOld(oldest, nowMillis)) {
        return;
      }
      if (oldest.hasEnded()) {
        oldestFirst.remove();
      }
    }
  }

  private boolean isOld(Operation operation, long nowMillis) {
    return operation.hasEnded() && nowMillis - operation.beganMillis >= limits.nonceMillis();
  }

  private synchronized void forget(Nonce nonce) {
    operations.remove(nonce);
  }

  /** How many are remembered. */
  synchronized int count() {
    return operations.size();
  }

  private static void await(Operation other) throws InterruptedIOException {
    try {
      other.ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("Interrupted while the same operation was being made");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
