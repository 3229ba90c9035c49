package io.rowandb.engine.cache;

import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/**
 * One part of the block cache: a table of entries under one lock, bounded in bytes.
 *
 * <p>Invariants, whenever the lock is free:
 *
 * <ol>
 *   <li>{@code bytes} is the sum of the entries' bytes and at most {@code maxBytes}.
 *   <li>The policy has exactly the table's entries.
 * </ol>
 *
 * <p>A lookup is first an optimistic read without the lock; if the lock then shows a write
 * meanwhile, it looks again under the shared lock. A block found can be used in either case,
 * because blocks are immutable: the lock only guards which ones are here.
 */
final class CacheShard {
  // Fixed at construction.
  private final StampedLock lock = new StampedLock();
  private final long maxBytes;
  private final EvictionPolicy policy;
  private final Consumer<CacheEntry> victims;
  private final Consumer<CacheEntry> evicted = this::leave;

  // Written under the lock; read under it, or checked against it afterwards.
  private final EntryTable entries = new EntryTable();
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

  /** The entry, or null. Allocates nothing. */
  CacheEntry get(long file, long offset, int hash) {
    long stamp = lock.tryOptimisticRead();
    if (stamp != 0) {
      CacheEntry entry = entries.find(file, offset, hash);
      if (lock.validate(stamp)) {
        return entry;
      }
    }
    stamp = lock.readLock();
    try {
      return entries.find(file, offset, hash);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Notes that a reader uses the entry. */
  void hit(CacheEntry entry) {
    policy.hit(entry);
  }

  /** Whether an entry of this size fits without another going. */
  boolean hasRoom(long size) {
    return bytes() + size <= policy.bytesWithoutLoss();
  }

  /** Takes the entry in, unless it is here already or larger than the shard. */
  void put(CacheEntry entry) {
    long size = entry.bytes();
    if (size > maxBytes) {
      return;
    }
    int hash = EntryTable.hash(entry.file(), entry.offset());
    long stamp = lock.writeLock();
    try {
      if (entries.find(entry.file(), entry.offset(), hash) != null) {
        return;
      }
      policy.makeRoom(bytes, size, evicted);
      assert bytes + size <= maxBytes : "a policy that makes no room";
      entries.add(entry);
      bytes += size;
      policy.add(entry);
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Takes one out whom the policy lets go. Under the lock. */
  private void leave(CacheEntry entry) {
    entries.remove(entry);
    bytes -= entry.bytes();
    evictions++;
    victims.accept(entry);
  }

  /** Drops all entries of a file; how many there were. */
  int drop(long file) {
    long stamp = lock.writeLock();
    try {
      return entries.removeFile(
          file,
          entry -> {
            policy.remove(entry);
            bytes -= entry.bytes();
          });
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
}
