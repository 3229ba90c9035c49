package io.rowandb.engine.cache;

/**
 * A linked queue of entries, with the sum of their bytes. An entry knows its queue and its
 * neighbours, so it can be taken out of the middle. Guarded by the lock of the shard.
 */
final class EntryQueue {
  private CacheEntry newest;
  private CacheEntry oldest;
  private long bytes;
  private int count;

  long bytes() {
    return bytes;
  }

  int count() {
    return count;
  }

  /** The entry that came first; null when there is none. */
  CacheEntry oldest() {
    return oldest;
  }

  /** Puts an entry, which is in no queue, behind all others. */
  void add(CacheEntry entry) {
    assert entry.queue == null : "in a queue already";
    entry.queue = this;
    entry.older = newest;
    entry.newer = null;
    if (newest == null) {
      oldest = entry;
    } else {
      newest.newer = entry;
    }
    newest = entry;
    bytes += entry.bytes();
    count++;
  }

  /** Takes an entry of this queue out. */
  void remove(CacheEntry entry) {
    assert entry.queue == this : "in another queue";
    if (entry.older == null) {
      oldest = entry.newer;
    } else {
      entry.older.newer = entry.newer;
    }
    if (entry.newer == null) {
      newest = entry.older;
    } else {
      entry.newer.older = entry.older;
    }
    entry.queue = null;
    entry.older = null;
    entry.newer = null;
    bytes -= entry.bytes();
    count--;
  }

  /** Moves an entry of this queue behind all others of {@code target}, which may be this one. */
  void moveTo(EntryQueue target, CacheEntry entry) {
    remove(entry);
    target.add(entry);
  }
}
