package io.rowandb.systems.twibase;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Looks that are not in the users' rows yet, so that one of sixteen looks of a reader is a write,
 * and the others are reads. A program that dies loses those that are here. Used by any number of
 * threads.
 */
final class LookCounts {
  /** A reader who has looked so often is due. */
  private static final int DUE = 16;

  /** When there are more readers, who has waited longest is due. */
  private static final int MOST_READERS = 1_024;

  @GuardedBy("this")
  private final Map<String, Integer> waiting = new LinkedHashMap<>();

  /**
   * Counts a look.
   *
   * @return what is to be written now, by reader: of one at most
   */
  synchronized Map<String, Integer> count(String reader) {
    int looks = waiting.merge(reader, 1, Integer::sum);
    if (looks >= DUE) {
      waiting.remove(reader);
      return Map.of(reader, looks);
    }
    if (waiting.size() <= MOST_READERS) {
      return Map.of();
    }
    Iterator<Map.Entry<String, Integer>> oldest = waiting.entrySet().iterator();
    Map.Entry<String, Integer> due = oldest.next();
    Map<String, Integer> taken = Map.of(due.getKey(), due.getValue());
    oldest.remove();
    return taken;
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
