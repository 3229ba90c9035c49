package io.rowandb.engine.region;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers by hash at which time rows or columns were written, in bounded memory; exact for the
 * current millisecond.
 *
 * <ol>
 *   <li>An entry stays until its slot is reused for a later time or, if no older slot is left, for
 *       another entry of the same millisecond.
 *   <li>Entries that lost their slot are at or before the floor, and every time up to the floor
 *       counts as noted. So there are no false negatives. A false positive occurs once in billions,
 *       or when a millisecond had more writes than there are slots for it.
 *   <li>An entry later than the clock was noted before the clock was set back: it is found while it
 *       has its slot, and forgotten otherwise.
 * </ol>
 *
 * <p>A slot holds the hash and the low half of the milliseconds, so it changes atomically. The
 * floor is raised before a slot is reused, and read after the slots. Safe for use by many threads.
 */
final class NotedTimes {
  /** Places at first: 8 KB, and room for some hundred in a millisecond. */
  private static final int FEW_PLACES = 1 << 10;

  /** Places more once a millisecond needed them: 256 KB, and room for some thousand. */
  private static final int MANY_PLACES = 1 << 15;

  /** Places for one hash, side by side. */
  private static final int GROUP = 8;

  private static final int NONE = -1;

  // Fixed at construction.
  private final Clock clock;
  private final AtomicLongArray few = new AtomicLongArray(FEW_PLACES);

  /** Set once, under this; null until the others were too few. */
  private volatile AtomicLongArray many;

  private final AtomicLong newestMillis = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong floorMillis = new AtomicLong(Long.MIN_VALUE);

  NotedTimes(Clock clock) {
    this.clock = clock;
  }

  /** It was written at this time, which the clock has reached. */
  void note(int hash, long millis) {
    raise(newestMillis, millis);
    if (!place(few, hash, millis, false)) {
      boolean placed = place(makeMany(), hash, millis, true);
      assert placed;
    }
  }

  /** Whether it was written at this time. */
  boolean isNoted(int hash, long millis) {
    if (newestMillis.get() < millis) {
      return false;
    }
    AtomicLongArray more = many;
    return has(few, hash, millis) || (more != null && has(more, hash, millis)) || isBelow(millis);
  }

  private boolean isBelow(long millis) {
    long floor = floorMillis.get();
    return millis <= floor && floor <= clock.millis();
  }

  private static boolean has(AtomicLongArray places, int hash, long millis) {
    long code = code(hash, millis);
    int first = first(places, hash);
    for (int i = 0; i < GROUP; i++) {
      if (places.get(first + i) == code) {
        return true;
      }
    }
    return false;
  }

  /**
   * Gives it a place.
   *
   * @param always also if something else of the same time must go for it
   * @return false when there was none, and nothing was done
   */
  private boolean place(AtomicLongArray places, int hash, long millis, boolean always) {
    long code = code(hash, millis);
    while (!has(places, hash, millis)) {
      int at = free(places, hash, millis);
      if (at == NONE && !always) {
        return false;
      }
      at = at == NONE ? first(places, hash) + (hash >>> 29) : at;
      long before = places.get(at);
      raiseFloor(millisOf(before, millis), millis);
      if (places.compareAndSet(at, before, code)) {
        return true;
      }
    }
    return true;
  }

  /** A place whose time is before this one, or not yet reached since the clock was set back. */
  private int free(AtomicLongArray places, int hash, long millis) {
    int first = first(places, hash);
    for (int i = 0; i < GROUP; i++) {
      long other = millisOf(places.get(first + i), millis);
      if (other < millis || (other > millis && other > clock.millis())) {
        return first + i;
      }
    }
    return NONE;
  }

  /** Up to {@code forgotten} all counts as noted, unless the clock is not there any more. */
  private void raiseFloor(long forgotten, long millis) {
    long floor = floorMillis.get();
    boolean setBack = floor > millis && floor > clock.millis();
    while ((forgotten > floor || setBack) && forgotten <= clock.millis()) {
      if (floorMillis.compareAndSet(floor, forgotten)) {
        return;
      }
      floor = floorMillis.get();
      setBack = floor > millis && floor > clock.millis();
    }
  }

  private synchronized AtomicLongArray makeMany() {
    if (many == null) {
      many = new AtomicLongArray(MANY_PLACES);
    }
    return many;
  }

  private static void raise(AtomicLong number, long value) {
    if (value > number.get()) {
      number.accumulateAndGet(value, Math::max);
    }
  }

  private static int first(AtomicLongArray places, int hash) {
    int spread = hash * 0x9E3779B1;
    return (spread ^ spread >>> 15) & places.length() - GROUP;
  }

  /** The hash and the time in one number; the same for others once in billions. */
  private static long code(int hash, long millis) {
    return (long) hash << 32 | (millis & 0xffffffffL);
  }

  /** The whole time of a place, which is the one next to {@code near}. */
  private static long millisOf(long code, long near) {
    return near + ((int) code - (int) near); // ints wrap
  }
}
