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
 * <p>Puts and deletes share a row, so one that looked at the clock first may begin last. It would
 * be seen in some columns and hidden in others by what was there before it. So a write that finds,
 * as it begins, that it comes too late for its time looks at the clock again: {@link #stamp}. Then
 * the writes of a row have times in the order in which they become visible.
 *
 * <p>What is remembered of a row or column may be forgotten for another's: then two writes share a
 * millisecond, which HBase's semantics allow. The time is taken, and waited for, while the rows are
 * locked; a batch waits as a whole. A clock that stands, as a test's may, is found out once and not
 * waited for again until it goes on; one that is turned back is believed.
 *
 * <p>What increments and appends write is not looked at: as in HBase their time is at least one
 * more than the old cell's, so that a counter that is changed more than once a millisecond runs
 * ahead of the clock, and hides puts and outlives deletes until the clock is there.
 *
 * <p>Safe for use by many threads.
 */
final class WriteTimes implements RegionContent.Timing {
  /** Rows and columns remembered, a power of two; far more than one thread writes in one. */
  private static final int PLACES = 1024;

  /** Between two looks at the clock. */
  private static final long PAUSE_NANOS = 50_000;

  /** A clock that has not moved for so long stands. */
  private static final long STANDING_NANOS = 2_000_000;

  private static final long ANY_THREAD = 0;

  // Fixed at construction.
  private final Clock clock;
  private final long inheritedMillis;

  /** The time of the write that began last. Guarded by the region's update lock. */
  private long newestMillis = Long.MIN_VALUE;

  /** By the row's hash, when it was deleted; null until there is one. Set once, under this. */
  private volatile AtomicLongArray deletes;

  /** By the column's hash, who put when; null until there is one. Set once, under this. */
  private volatile AtomicLongArray puts;

  /** Where the clock was found standing; it may go on later, as after a jump. */
  private volatile long standsAtMillis = Long.MIN_VALUE;

  /**
   * Nothing was written yet.
   *
   * @param inheritedMillis when the region took over what it has from others, whose deletes are not
   *     known here; {@code Long.MIN_VALUE} when it has nothing
   */
  WriteTimes(Clock clock, long inheritedMillis) {
    this.clock = clock;
    this.inheritedMillis = inheritedMillis;
  }

  /** The time, which a write that depends on no other takes. */
  long now() {
    return clock.millis();
  }

  /**
   * The time for writes that are made as one, {@code millis} or later; puts are taken as made.
   *
   * @param millis what {@link #now} said
   * @param mutations which were checked
   */
  long next(long millis, List<RowMutation> mutations, StoreSet stores) {
    long time = millis;
    for (int i = 0; i < mutations.size(); i++) {
      RowMutation mutation = mutations.get(i);
      if (isHidden(mutation, millis) || isSameVersion(mutation, millis)) {
        time = after(millis);
        break;
      }
    }
    if (stores.keepSeveralVersions()) {
      for (int i = 0; i < mutations.size(); i++) {
        notePut(mutations.get(i), time, stores);
      }
    }
    return time;
  }

  /** Deletes among them are made at this time. The caller has their rows alone, or begins them. */
  void noteDeletes(long millis, List<RowMutation> mutations) {
    for (int i = 0; i < mutations.size(); i++) {
      noteDelete(mutations.get(i), millis);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>It is too late when a write that began meanwhile has a later time, or deleted one of the
   * rows at this time.
   */
  @Override
  public boolean stamp(long millis, List<RowMutation> mutations) {
    boolean timed = false;
    boolean overtaken = millis < newestMillis && clock.millis() >= newestMillis;
    boolean mayBeHidden = millis != standsAtMillis && !haveDelete(mutations);
    for (int i = 0; i < mutations.size(); i++) {
      RowMutation mutation = mutations.get(i);
      boolean takesTime = firstTimed(mutation, 0) >= 0;
      if (takesTime && (overtaken || (mayBeHidden && isHidden(mutation, millis)))) {
        return false;
      }
      timed |= takesTime;
    }
    if (timed) {
      newestMillis = millis;
      noteDeletes(millis, mutations);
      for (int i = 0; i < mutations.size(); i++) {
        RowUpdates.stamp(mutations.get(i), millis);
      }
    }
    return true;
  }

  /** The same, but it is never too late. */
  boolean stampLate(long millis, List<RowMutation> mutations) {
    newestMillis = Math.max(newestMillis, millis);
    noteDeletes(millis, mutations);
    for (int i = 0; i < mutations.size(); i++) {
      RowUpdates.stamp(mutations.get(i), millis);
    }
    return true;
  }

  private static boolean haveDelete(List<RowMutation> mutations) {
    for (int i = 0; i < mutations.size(); i++) {
      if (mutations.get(i).kind() == RowMutation.Kind.DELETE) {
        return true;
      }
    }
    return false;
  }

  /** Whether a delete that was before would hide some of it. */
  private boolean isHidden(RowMutation mutation, long millis) {
    if (mutation.kind() == RowMutation.Kind.DELETE) {
      return false;
    }
    AtomicLongArray deleted = deletes;
    boolean noted =
        deleted != null && isNoted(deleted, Arrays.hashCode(mutation.row()), millis, ANY_THREAD);
    return (noted || millis == inheritedMillis) && firstTimed(mutation, 0) >= 0;
  }

  /** Whether this thread has put one of its columns at this time. */
  private boolean isSameVersion(RowMutation mutation, long millis) {
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

  private void noteDelete(RowMutation mutation, long millis) {
    if (mutation.kind() == RowMutation.Kind.DELETE && firstTimed(mutation, 0) >= 0) {
      if (deletes == null) {
        makeDeletes();
      }
      note(deletes, Arrays.hashCode(mutation.row()), millis, ANY_THREAD);
    }
  }

  private void notePut(RowMutation mutation, long millis, StoreSet stores) {
    int at = mutation.kind() == RowMutation.Kind.PUT ? firstTimed(mutation, 0) : -1;
    if (at >= 0 && puts == null) {
      makePuts();
    }
    long thread = Thread.currentThread().getId();
    for (; at >= 0; at = firstTimed(mutation, next(mutation, at))) {
      if (stores.keepsSeveralVersions(RowUpdates.storeOf(stores, mutation.buffer(), at + 4))) {
        note(puts, columnHash(mutation.buffer(), at), millis, thread);
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
    while (standsAtMillis != millis && now <= millis) {
      // Not woken by anybody: it is the clock that is waited for.
      LockSupport.parkNanos(this, PAUSE_NANOS);
      boolean longEnough = System.nanoTime() - start > STANDING_NANOS;
      now = clock.millis();
      if (longEnough && now == millis) {
        standsAtMillis = millis;
      }
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
    return notes.get(slot(hash)) == code(hash, millis, thread);
  }

  private static void note(AtomicLongArray notes, int hash, long millis, long thread) {
    notes.set(slot(hash), code(hash, millis, thread));
  }

  private static int slot(int hash) {
    return (hash ^ hash >>> 16) & PLACES - 1;
  }

  /** The hash, the time and the thread in one number; the same for others once in billions. */
  private static long code(int hash, long millis, long thread) {
    return (long) hash << 32 | ((millis * 31 + thread) & 0xffffffffL);
  }
}
