package io.rowandb.tsdb.uid;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names and UIDs that were read, each way; the one that was used longest ago makes room. */
final class UidCache {
  /** Characters of a name that is kept: longer ones would take more memory than is said. */
  private static final int LONGEST = 1_000;

  private record NameKey(UidKind kind, String name) {}

  private record UidKey(UidKind kind, long uid) {}

  @GuardedBy("this")
  private final Map<NameKey, Long> uids;

  @GuardedBy("this")
  private final Map<UidKey, String> names;

  /** How often something was dropped. */
  @GuardedBy("this")
  private long changes;

  UidCache(int capacity) {
    uids = bounded(capacity);
    names = bounded(capacity);
  }

  private static <K, V> Map<K, V> bounded(int capacity) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > capacity;
      }
    };
  }

  /** Null, if it is not known. */
  synchronized Long uid(UidKind kind, String name) {
    return uids.get(new NameKey(kind, name));
  }

  /** Null, if it is not known. */
  synchronized String name(UidKind kind, long uid) {
    return names.get(new UidKey(kind, uid));
  }

  /** To be asked for before a read whose answer is kept. */
  synchronized long changes() {
    return changes;
  }

  /** Keeps what was read, unless something was dropped since: the read may be of before that. */
  synchronized void keep(UidKind kind, String name, long uid, long changesBefore) {
    if (changes == changesBefore && name.length() <= LONGEST) {
      uids.put(new NameKey(kind, name), uid);
      names.put(new UidKey(kind, uid), name);
    }
  }

  /** As {@link #keep}, one way. */
  synchronized void keepName(UidKind kind, long uid, String name, long changesBefore) {
    if (changes == changesBefore && name.length() <= LONGEST) {
      names.put(new UidKey(kind, uid), name);
    }
  }

  synchronized void drop(UidKind kind, String name, long uid) {
    changes++;
    uids.remove(new NameKey(kind, name));
    names.remove(new UidKey(kind, uid));
  }

  synchronized int size() {
    return uids.size() + names.size();
  }
}
