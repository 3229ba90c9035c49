package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.RowMutation;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The times of a region's writes. Over a network two calls of a program rarely share a millisecond;
 * in one process hundreds do, and then the later write to a row would be lost, which a cluster
 * keeps. So a write that takes the region's time waits for the next millisecond
 *
 * <ol>
 *   <li>after a delete of its row, which would hide it;
 *   <li>after a write of any thread to one of its columns, if the family keeps several versions:
 *       otherwise the two writes would be one version.
 * </ol>
 *
 * <p>Puts and deletes hold a row's lock shared, so the one that read the clock first may begin
 * last. It would be visible in some columns and hidden in others by earlier writes. So a write that
 * finds, when it begins, that it is too late for its time reads the clock again: {@link #stamp}.
 * Then the times of a row's writes are in the order in which the writes become visible.
 *
 * <p>No row or column of the current millisecond is forgotten ({@link NotedTimes}). Taking the time
 * and waiting for it happen while the rows are locked; a batch waits as a whole. A clock that
 * stands still, as in some tests, is detected once and not waited for again until it advances; a
 * clock that is set back is trusted.
 *
 * <p>As in HBase, increments and appends write a time at least one more than the old cell's, so a
 * counter that changes more than once per millisecond runs ahead of the clock; here by at most
 * {@link #MOST_AHEAD_MILLIS}. Puts after a condition take the time of the checked cell if that is
 * ahead, and are then ahead too. At the limit, a counter in a family of one version keeps its time,
 * and the newer cell replaces the old; in a family of several versions the change waits. Puts,
 * deletes and changes with a time range wait until the clock has passed the times that are ahead in
 * their column or row ({@link AheadTimes}). A time given by the program that is more than {@link
 * #SET_BACK_MILLIS} ahead is neither waited for nor bounded; a nearer one is treated like the
 * region's own.
 *
 * <p>When the clock is set back, everything written before is ahead by that amount. Counters do not
 * run further ahead: they keep their times until the clock has caught up, also in a family of
 * several versions if that is more than {@link #SET_BACK_MILLIS} away. A change of a counter is
 * noted as ahead, and waited for, as long as it is not further ahead than that.
 *
 * <p>A newly opened region does not know what was deleted or counted before: {@link #inherit}. Its
 * writes wait until the clock has passed the latest time of its cells, at most until {@link
 * #MOST_AHEAD_MILLIS} after the opening.
 *
 * <p>Safe for use by many threads.
 */
final class WriteTimes implements WriteTiming {
  /** Between two looks at the clock. */
  private static final long PAUSE_NANOS = 50_000;

  /** A clock that has not moved for so long stands. */
  private static final long STANDING_NANOS = 2_000_000;

  /** How far increments and appends may bring a row ahead of a clock that moves. */
  static final long MOST_AHEAD_MILLIS = 10;

  /** What is further ahead was given by a program, or before the clock was set back: no wait. */
  private static final long SET_BACK_MILLIS = 1_000;

  // Fixed at construction.
  private final Clock clock;

  /** The time of the write that began last. Guarded by the region's update lock. */
  private long newestMillis = Long.MIN_VALUE;

  /** By the row's hash, when it was deleted; null until there is one. Set once, under this. */
  private volatile NotedTimes deletes;

  /** By the column's hash, when it was written; null until there is one. Set once, under this. */
  private volatile NotedTimes puts;

  /** Where the clock was found standing; it may go on later, as after a jump. */
  private volatile long standsAtMillis = Long.MIN_VALUE;

  /** Rows with increments, appends and checked puts ahead of the clock, for deletes. */
  private final AheadTimes aheadRows = new AheadTimes();

  /** Their columns, for whatever writes these. */
  private final AheadTimes aheadColumns = new AheadTimes();

  /** The latest time of all that {@link #next} gave. */
  private final AtomicLong givenMillis = new AtomicLong(Long.MIN_VALUE);

  /** Up to when there are writes from before the region was opened. */
  private final AtomicLong inheritedMillis;

  /** Whether it was seen to go on. */
  private volatile boolean clockMoves;

  /**
   * Nothing was written yet.
   *
   * @param inheritedMillis up to when the regions that it replaces gave times; {@code
   *     Long.MIN_VALUE} when it replaces none
   */
  WriteTimes(Clock clock, long inheritedMillis) {
    this.clock = clock;
    this.inheritedMillis = new AtomicLong(inheritedMillis);
  }

  /**
   * The region has cells up to this time that were written before it was opened; it is not known
   * which are deletes or counters. What is further ahead than a counter can be has its time from a
   * program, and may stand before a counter's.
   */
  void inherit(long newestCellMillis) {
    if (newestCellMillis > inheritedMillis.get()) {
      long millis = Math.min(newestCellMillis, clock.millis() + MOST_AHEAD_MILLIS);
      inheritedMillis.accumulateAndGet(millis, Math::max);
    }
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
    long before = Long.MIN_VALUE;
    for (int i = 0; i < mutations.size(); i++) {
      before = Math.max(before, newestBefore(mutations.get(i), millis, stores));
    }
    long time = before < millis ? millis : after(before, millis);
    if (time > givenMillis.get()) {
      givenMillis.accumulateAndGet(time, Math::max);
    }
    if (stores.keepSeveralVersions()) {
      for (int i = 0; i < mutations.size(); i++) {
        notePut(mutations.get(i), time, stores);
      }
    }
    return time;
  }

  /** Which time the write must be later than, not to be hidden by what was before it. */
  private long newestBefore(RowMutation mutation, long millis, StoreSet stores) {
    long before = Long.MIN_VALUE;
    if (isHidden(mutation, millis) || isSameVersion(mutation, millis)) {
      before = millis;
    }
    long inherited = inheritedMillis.get();
    boolean hides = mutation.kind() == RowMutation.Kind.DELETE && millis == inherited;
    if (isInherited(millis) && !hides && firstTimed(mutation, 0) >= 0) {
      before = inherited;
    }
    return aheadRows.isPast(millis)
        ? before
        : Math.max(before, newestAhead(mutation, millis, stores));
  }

  private long newestAhead(RowMutation mutation, long millis, StoreSet stores) {
    if (firstTimed(mutation, 0) < 0) {
      return Long.MIN_VALUE;
    }
    long newest =
        mutation.kind() == RowMutation.Kind.DELETE
            ? aheadRows.newest(Arrays.hashCode(mutation.row()))
            : newestOfColumns(mutation);
    if (newest < millis || newest - millis > SET_BACK_MILLIS) {
      return Long.MIN_VALUE;
    }
    if (mutation.kind() == RowMutation.Kind.DELETE || isLikePut(mutation)) {
      return newest;
    }
    return stores.keepSeveralVersions() ? newest - MOST_AHEAD_MILLIS - 1 : Long.MIN_VALUE;
  }

  private long newestOfColumns(RowMutation mutation) {
    long newest = Long.MIN_VALUE;
    byte[] buffer = mutation.buffer();
    for (int at = firstTimed(mutation, 0); at >= 0; at = firstTimed(mutation, next(mutation, at))) {
      newest = Math.max(newest, aheadColumns.newest(columnHash(buffer, at)));
    }
    return newest;
  }

  private boolean isInherited(long millis) {
    long inherited = inheritedMillis.get();
    return millis <= inherited && inherited - millis <= SET_BACK_MILLIS;
  }

  /**
   * Bounds and notes the times that increments and appends came to.
   *
   * @param put what an increment or append came to
   * @param nowMillis what {@link #next} said
   */
  void noteReckoned(RowMutation put, long nowMillis, StoreSet stores) {
    int row = Arrays.hashCode(put.row());
    byte[] buffer = put.buffer();
    for (int at = 0; at < put.limit(); at = next(put, at)) {
      int timeAt = RowUpdates.timestampAt(buffer, at + 4);
      int column = columnHash(buffer, at);
      long millis = Bytes.getLong(buffer, timeAt);
      boolean several = stores.keepsSeveralVersions(RowUpdates.storeOf(stores, buffer, at + 4));
      boolean own = isOwn(millis - 1, nowMillis);
      if (own && isTooFar(millis - nowMillis, several) && moves(nowMillis)) {
        millis--; // the old cell's own, which this one replaces
        Bytes.putLong(buffer, timeAt, millis);
      }
      if (several && millis == nowMillis) {
        makePuts();
        puts.note(column, millis);
      }
      if (own) {
        noteAhead(row, column, millis, nowMillis);
      }
    }
  }

  /**
   * Notes the columns of a put behind a condition, which takes the time of the checked cell when
   * that is ahead of the clock.
   *
   * @param millis the time that it takes
   * @param nowMillis what {@link #next} said
   */
  void notePutAhead(RowMutation put, long millis, long nowMillis) {
    int at = millis > nowMillis ? firstTimed(put, 0) : -1;
    for (; at >= 0; at = firstTimed(put, next(put, at))) {
      noteAhead(Arrays.hashCode(put.row()), columnHash(put.buffer(), at), millis, nowMillis);
    }
  }

  /** A counter may not go on from there; what several versions can wait for was waited for. */
  private static boolean isTooFar(long aheadMillis, boolean several) {
    return aheadMillis > (several ? SET_BACK_MILLIS : MOST_AHEAD_MILLIS);
  }

  /**
   * Whether a time may be the region's: none of a program, or one that is so near that waiting for
   * it costs little. All that the region gave are, however far the clock was set back since.
   */
  private boolean isOwn(long millis, long nowMillis) {
    return millis - nowMillis <= SET_BACK_MILLIS || millis <= newestKnown();
  }

  private void noteAhead(int row, int column, long millis, long nowMillis) {
    if (millis > nowMillis && millis - nowMillis <= SET_BACK_MILLIS) {
      aheadColumns.note(column, millis, nowMillis);
      aheadRows.note(row, millis, nowMillis);
    }
  }

  /** Until when a row may have a time that the region gave. */
  long newestKnown() {
    long given = Math.max(givenMillis.get(), inheritedMillis.get());
    return Math.max(given, aheadRows.greatest());
  }

  /** Whether the clock goes on, as a test's may not; found out by waiting, once. */
  private boolean moves(long nowMillis) {
    return clockMoves || after(nowMillis, nowMillis) > nowMillis;
  }

  /** A delta with a time range may not see the newest version, so its time need not follow it. */
  private static boolean isLikePut(RowMutation mutation) {
    return switch (mutation.kind()) {
      case PUT -> true;
      case DELETE -> false;
      case INCREMENT, APPEND ->
          mutation.minTimestamp() > 0 || mutation.maxTimestamp() != Long.MAX_VALUE;
    };
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
    NotedTimes deleted = deletes;
    boolean noted = deleted != null && deleted.isNoted(Arrays.hashCode(mutation.row()), millis);
    return (noted || isInherited(millis)) && firstTimed(mutation, 0) >= 0;
  }

  /** Whether one of its columns was written at this time. */
  private boolean isSameVersion(RowMutation mutation, long millis) {
    NotedTimes written = puts;
    if (written == null || !isLikePut(mutation)) {
      return false;
    }
    int at = firstTimed(mutation, 0);
    while (at >= 0 && !written.isNoted(columnHash(mutation.buffer(), at), millis)) {
      at = firstTimed(mutation, next(mutation, at));
    }
    return at >= 0;
  }

  private void noteDelete(RowMutation mutation, long millis) {
    if (mutation.kind() == RowMutation.Kind.DELETE && firstTimed(mutation, 0) >= 0) {
      if (deletes == null) {
        makeDeletes();
      }
      deletes.note(Arrays.hashCode(mutation.row()), millis);
    }
  }

  private void notePut(RowMutation mutation, long millis, StoreSet stores) {
    int at = mutation.kind() == RowMutation.Kind.PUT ? firstTimed(mutation, 0) : -1;
    if (at >= 0) {
      makePuts();
    }
    for (; at >= 0; at = firstTimed(mutation, next(mutation, at))) {
      if (stores.keepsSeveralVersions(RowUpdates.storeOf(stores, mutation.buffer(), at + 4))) {
        puts.note(columnHash(mutation.buffer(), at), millis);
      }
    }
  }

  private synchronized void makeDeletes() {
    deletes = deletes == null ? new NotedTimes(clock) : deletes;
  }

  private void makePuts() {
    if (puts == null) {
      synchronized (this) {
        puts = puts == null ? new NotedTimes(clock) : puts;
      }
    }
  }

  /**
   * Waits until the clock has passed a time.
   *
   * @param millis where it was
   * @return where it is; not later than {@code before} if it stands, or was set back meanwhile
   */
  private long after(long before, long millis) {
    long now = millis;
    long seenNanos = System.nanoTime();
    while (now <= before && now != standsAtMillis) {
      // Not woken by anybody: it is the clock that is waited for.
      LockSupport.parkNanos(this, PAUSE_NANOS);
      boolean longEnough = System.nanoTime() - seenNanos > STANDING_NANOS;
      long next = clock.millis();
      if (next < now) {
        break;
      }
      if (next > now) {
        clockMoves = true;
        seenNanos = System.nanoTime();
      } else if (longEnough) {
        standsAtMillis = now;
      }
      now = next;
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
}
