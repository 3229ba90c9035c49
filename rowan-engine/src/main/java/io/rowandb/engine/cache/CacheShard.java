package io.rowandb.engine.cache;

import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/**
 * One part of the block cache: an open hash table of entries under one lock, bounded in bytes.
 *
 * <p>Invariants, whenever the lock is free:
 *
 * <ol>
 *   <li>Going from an entry's home slot to its slot one meets no empty slot.
 *   <li>At most half of the slots are used.
 *   <li>{@code bytes} is the sum of the entries' bytes and at most {@code maxBytes}.
 *   <li>The policy has exactly these entries.
 * </ol>
 *
 * <p>A lookup first reads without the lock and then asks the lock whether anything was written
 * meanwhile; if so it looks again under the shared lock. What it finds can be used either way, as
 * blocks are immutable: the lock guards only which ones are here.
 */
final class CacheShard {
  /** Half a kilobyte, so that shards of an idle database cost little; doubled when needed. */
  private static final int FIRST_SLOTS = 64;

  /** The number of no file. */
  private static final long NO_FILE = -1;

  // Fixed at construction.
  private final StampedLock lock = new StampedLock();
  private final long maxBytes;
  private final EvictionPolicy policy;
  private final Consumer<CacheEntry> victims;
  private final Consumer<CacheEntry> evicted = this::leave;

  // Written under the lock; read under it, or checked against it afterwards.
  private CacheEntry[] slots = new CacheEntry[FIRST_SLOTS];
  private int count;
  private long bytes;
  private long evictions;

  /**
   * @param victims is told, under this shard's lock, of each entry that goes to make room
   */
  CacheShard(long maxBytes, EvictionPolicy policy, Consumer<CacheEntry> victims) {
    this.maxBytes = maxBytes;
    this.policy = policy;
    this.victims = victims;
  }

  /** A well-mixed number for a place in a file. */
  static int hash(long file, long offset) {
    long h = (file * 0x9e3779b97f4a7c15L ^ offset) * 0xc2b2ae3d27d4eb4fL;
    return (int) (h >>> 32);
  }

  /** Another well-mixed number, for what must not depend on the place in the table. */
  static int otherHash(long file, long offset) {
    long h = (offset * 0x9e3779b97f4a7c15L ^ file) * 0xff51afd7ed558ccdL;
    return (int) (h >>> 32);
  }

  /** The entry, or null. Allocates nothing. */
  CacheEntry get(long file, long offset, int hash) {
    long stamp = lock.tryOptimisticRead();
    if (stamp != 0) {
      CacheEntry entry = find(slots, file, offset, hash);
      if (lock.validate(stamp)) {
        return entry;
      }
    }
    stamp = lock.readLock();
    try {
      return find(slots, file, offset, hash);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Notes that a reader uses the entry. */
  void hit(CacheEntry entry) {
    policy.hit(entry);
  }

  /** Takes the entry in, unless it is here already or larger than the shard. */
  void put(CacheEntry entry) {
    long size = entry.bytes();
    if (size > maxBytes) {
      return;
    }
    int hash = hash(entry.file(), entry.offset());
    long stamp = lock.writeLock();
    try {
      if (find(slots, entry.file(), entry.offset(), hash) != null) {
        return;
      }
      policy.makeRoom(bytes, size, evicted);
      assert bytes + size <= maxBytes : "a policy that makes no room";
      if ((count + 1) * 2 > slots.length) {
        rebuild(slots.length * 2);
      }
      insert(slots, entry, hash);
      count++;
      bytes += size;
      policy.add(entry);
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Takes one out whom the policy lets go. Under the lock. */
  private void leave(CacheEntry entry) {
    remove(slotOf(entry));
    count--;
    bytes -= entry.bytes();
    evictions++;
    victims.accept(entry);
  }

  /** Drops all entries of a file; how many there were. */
  int drop(long file) {
    long stamp = lock.writeLock();
    try {
      int before = count;
      for (CacheEntry entry : slots) {
        if (entry != null && entry.file() == file) {
          policy.remove(entry);
          count--;
          bytes -= entry.bytes();
        }
      }
      if (count < before) {
        rebuild(slots.length, file);
      }
      return before - count;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  long bytes() {
    long stamp = lock.readLock();
    try {
      return bytes;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  long evictions() {
    long stamp = lock.readLock();
    try {
      return evictions;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Ends even on a table that is being changed: it looks at each slot once at most. */
  private static CacheEntry find(CacheEntry[] slots, long file, long offset, int hash) {
    int mask = slots.length - 1;
    for (int i = 0; i <= mask; i++) {
      CacheEntry entry = slots[(hash + i) & mask];
      if (entry == null || (entry.offset() == offset && entry.file() == file)) {
        return entry;
      }
    }
    return null;
  }

  private int slotOf(CacheEntry entry) {
    int mask = slots.length - 1;
    int at = hash(entry.file(), entry.offset()) & mask;
    while (slots[at] != entry) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static void insert(CacheEntry[] slots, CacheEntry entry, int hash) {
    int mask = slots.length - 1;
    int at = hash & mask;
    while (slots[at] != null) {
      at = (at + 1) & mask;
    }
    slots[at] = entry;
  }

  /** Empties a slot and moves later entries back so that invariant 1 holds. */
  private void remove(int slot) {
    int mask = slots.length - 1;
    int hole = slot;
    int at = slot;
    while (true) {
      at = (at + 1) & mask;
      CacheEntry entry = slots[at];
      if (entry == null) {
        slots[hole] = null;
        return;
      }
      int home = hash(entry.file(), entry.offset()) & mask;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        slots[hole] = entry;
        hole = at;
      }
    }
  }

  private void rebuild(int newSlots) {
    rebuild(newSlots, NO_FILE);
  }

  private void rebuild(int newSlots, long withoutFile) {
    CacheEntry[] rebuilt = new CacheEntry[newSlots];
    for (CacheEntry entry : slots) {
      if (entry != null && entry.file() != withoutFile) {
        insert(rebuilt, entry, hash(entry.file(), entry.offset()));
      }
    }
    slots = rebuilt;
  }
}
