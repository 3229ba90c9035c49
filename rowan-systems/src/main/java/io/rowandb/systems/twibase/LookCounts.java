package io.rowandb.systems.twibase;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Looks that are not in the users' rows yet, so that one of sixteen looks is a write, and the
 * others are reads, however many readers there are. A program that dies loses those that are here.
 * Used by any number of threads.
 *
 * <p>When there are more readers than places, who has waited longest gives the place up: looks that
 * are n of the sixteen are then written as sixteen with a chance of n in sixteen, else not at all.
 * So each reader's count is right on average.
 */
final class LookCounts {
  /** A reader who has looked so often is due. */
  private static final int DUE = 16;

  /** Some MB; and a close writes that many rows. */
  static final int MOST_READERS = 10_000;

  // Fixed at construction.
  private final RandomGenerator random;

  @GuardedBy("this")
  private final Map<String, Integer> waiting = new LinkedHashMap<>();

  /** None yet; chance is the generator's. */
  LookCounts(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Counts a look.
   *
   * @return what is to be written now, by reader: of one at most
   */
  synchronized Map<String, Integer> count(String reader) {
    int looks = waiting.merge(reader, 1, Integer::sum);
    // Those that were put back, since they could not be written, wait until there are so many more.
    if (looks % DUE == 0) {
      waiting.remove(reader);
      return Map.of(reader, looks);
    }
    return waiting.size() > MOST_READERS ? takeOldest() : Map.of();
  }

  @GuardedBy("this")
  private Map<String, Integer> takeOldest() {
    Iterator<Map.Entry<String, Integer>> all = waiting.entrySet().iterator();
    Map.Entry<String, Integer> oldest = all.next();
    String reader = oldest.getKey();
    int looks = oldest.getValue();
    all.remove();
    int written = looks - looks % DUE + (random.nextInt(DUE) < looks % DUE ? DUE : 0);
    return written == 0 ? Map.of() : Map.of(reader, written);
  }

  /** How many readers have looks that wait. */
  synchronized int size() {
    return waiting.size();
  }

  /** Whether looks of a reader wait. */
  synchronized boolean isWaiting(String reader) {
    return waiting.containsKey(reader);
  }

  /** Takes looks back that could not be written; where there is no place, they are lost. */
  synchronized void putBack(String reader, int looks) {
    if (waiting.size() < MOST_READERS || waiting.containsKey(reader)) {
      waiting.merge(reader, looks, Integer::sum);
    }
  }

  /** Takes the looks of one reader, which are to be written now. */
  synchronized Map<String, Integer> take(String reader) {
    Integer looks = waiting.remove(reader);
    return looks == null ? Map.of() : Map.of(reader, looks);
  }

  /** Takes all, which are to be written now. */
  synchronized Map<String, Integer> takeAll() {
    Map<String, Integer> all = new HashMap<>(waiting);
    waiting.clear();
    return all;
  }
}
