package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.RowMutation;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The times of a region's writes. Over a network two calls of a program hardly share a millisecond;
 * in a process hundreds do, and then the later write to a row would be lost where a cluster keeps
 * it. So a write that takes the region's time waits for the next millisecond
 *
 * <ol>
 *   <li>after a delete of its row, which would hide it;
 *   <li>after a put of the same thread to one of its columns, if a family keeps several versions:
 *       there would be one version of the two.
 * </ol>
 *
 * <p>Of a row's deletes the latest time is remembered, in whatever order they come here: a delete
 * that took its time early may note it late. What is remembered of a row or column may be forgotten
 * for another's: then two writes share a millisecond, which HBase's semantics allow. The time is
 * taken, and waited for, while the rows are locked; a batch waits as a whole. A clock that stands,
 * as a test's may, is found out once and never waited for again.
 *
 * <p>What increments and appends write is not looked at: as in HBase their time is at least one
 * more than the old cell's, so that a counter that is changed more than once a millisecond runs
 * ahead of the clock, and hides puts and outlives deletes until the clock is there.
 *
 * <p>Safe for use by many threads.
 */
final class WriteTimes {
  /** Rows and columns remembered, a power of two; far more than one thread writes in one. */
  private static final int PLACES = 1024;

  /** Between two looks at the clock. */
  private static final long PAUSE_NANOS = 50_000;

  /** A clock that has not moved for so long stands. */
  private static final long STANDING_NANOS = 2_000_000;

  /** How much later than another delete of a row one may come here that took its time before it. */
  private static final int LATE_MILLIS = 60_000;

  private static final long ANY_THREAD = 0;

  /** Keeps threads apart in a code: numbers of times are near each other, products of this not. */
  private static final long THREAD_STEP = 0x9E3779B1L;

  private final Clock clock;

  /** By the row's hash, when it was deleted; null until there is one. Set once, under this. */
  private volatile AtomicLongArray deletes;

  /** By the column's hash, who put when; null until there is one. Set once, under this. */
  private volatile AtomicLongArray puts;

  private volatile boolean clockStands;

  WriteTimes(Clock clock) {
    this.clock = clock;
  }

  /** The time, which a write that depends on no other takes. */
  long now() {
    return clock.millis();
  }

  /**
   * The time of writes that are made as one, {@code millis} or later; they are taken as made.
   *
   * @param millis what {@link #now} said
   * @param mutations which were checked
   */
  long next(long millis, List<RowMutation> mutations, StoreSet stores) {
    long time = millis;
    boolean severalVersions = stores.keepSeveralVersions();
    for (int i = 0; i < mutations.size(); i++) {
      RowMutation mutation = mutations.get(i);
      if (mutation.kind() != RowMutation.Kind.DELETE && wouldBeLost(mutation, millis)) {
        time = after(millis);
        break;
      }
    }
    for (int i = 0; i < mutations.size(); i++) {
      note(mutations.get(i), time, severalVersions ? stores : null);
    }
    return time;
  }

  private boolean wouldBeLost(RowMutation mutation, long millis) {
    AtomicLongArray deleted = deletes;
    if (deleted != null
        && isNoted(deleted, Arrays.hashCode(mutation.row()), millis, ANY_THREAD)
        && firstTimed(mutation, 0) >= 0) {
      return true;
    }
    AtomicLongArray written = puts;
    if (written == null || mutation.kind() != RowMutation.Kind.PUT) {
      return false;
    }
    long thread = Thread.currentThread().getId();
    int at = firstTimed(mutation, 0);
    while (at >= 0 && !isNoted(written, columnHash(mutation.buffer(), at), millis, thread)) {
      at = firstTimed(mutation, next(mutation, at));
    }
    return at >= 0;
  }

  /**
   * @param versioned the stores if some of them keep several versions, else null
   */
  private void note(RowMutation mutation, long millis, StoreSet versioned) {
    RowMutation.Kind kind = mutation.kind();
    int at = firstTimed(mutation, 0);
    if (at >= 0 && kind == RowMutation.Kind.DELETE) {
      if (deletes == null) {
        makeDeletes();
      }
      noteDelete(deletes, Arrays.hashCode(mutation.row()), millis);
    } else if (at >= 0 && kind == RowMutation.Kind.PUT && versioned != null) {
      if (puts == null) {
        makePuts();
      }
      long thread = Thread.currentThread().getId();
      for (; at >= 0; at = firstTimed(mutation, next(mutation, at))) {
        if (versioned.keepsSeveralVersions(
            RowUpdates.storeOf(versioned, mutation.buffer(), at + 4))) {
          note(puts, columnHash(mutation.buffer(), at), millis, thread);
        }
      }
    }
  }

  private synchronized void makeDeletes() {
    deletes = deletes == null ? new AtomicLongArray(PLACES) : deletes;
  }

  private synchronized void makePuts() {
    puts = puts == null ? new AtomicLongArray(PLACES) : puts;
  }

  /** Waits for the millisecond after {@code millis}, and returns it. */
  private long after(long millis) {
    long start = System.nanoTime();
    long now = millis;
    while (!clockStands && now <= millis) {
      // Not woken by anybody: it is the clock that is waited for.
      LockSupport.parkNanos(this, PAUSE_NANOS);
      boolean longEnough = System.nanoTime() - start > STANDING_NANOS;
      now = clock.millis();
      clockStands = longEnough && now == millis;
      if (longEnough) {
        break; // it stands, or was set back
      }
    }
    return Math.max(now, millis);
  }

  /** The first cell from {@code at} on whose time is the region's; -1 without one. */
  private static int firstTimed(RowMutation mutation, int at) {
    byte[] buffer = mutation.buffer();
    int limit = mutation.limit();
    int cell = at;
    while (cell < limit
        && Bytes.getLong(buffer, RowUpdates.timestampAt(buffer, cell + 4))
            != Cell.LATEST_TIMESTAMP) {
      cell = next(mutation, cell);
    }
    return cell < limit ? cell : -1;
  }

  private static int next(RowMutation mutation, int at) {
    return at + 4 + Bytes.getInt(mutation.buffer(), at);
  }

  /** Of row, family and qualifier, which stand between a cell's lengths and its time. */
  private static int columnHash(byte[] buffer, int at) {
    int hash = 1;
    int end = RowUpdates.timestampAt(buffer, at + 4);
    for (int i = at + 4 + Cell.HEADER_BYTES; i < end; i++) {
      hash = 31 * hash + buffer[i];
    }
    return hash;
  }

  private static boolean isNoted(AtomicLongArray notes, int hash, long millis, long thread) {
    return notes != null && notes.get(slot(hash)) == code(hash, millis, thread);
  }

  private static void note(AtomicLongArray notes, int hash, long millis, long thread) {
    notes.set(slot(hash), code(hash, millis, thread));
  }

  /** Never puts an earlier delete of a row in the place of a later one. */
  private static void noteDelete(AtomicLongArray notes, int hash, long millis) {
    notes.accumulateAndGet(slot(hash), code(hash, millis, ANY_THREAD), WriteTimes::latest);
  }

  private static long latest(long noted, long code) {
    boolean sameRow = noted >> 32 == code >> 32;
    int laterBy = (int) noted - (int) code;
    return sameRow && laterBy > 0 && laterBy < LATE_MILLIS ? noted : code;
  }

  private static int slot(int hash) {
    return (hash ^ hash >>> 16) & PLACES - 1;
  }

  /** The hash, the time and the thread in one number; the same for others once in billions. */
  private static long code(int hash, long millis, long thread) {
    return (long) hash << 32 | ((millis + thread * THREAD_STEP) & 0xffffffffL);
  }
}
