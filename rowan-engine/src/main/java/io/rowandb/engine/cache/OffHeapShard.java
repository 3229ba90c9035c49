package io.rowandb.engine.cache;

import io.rowandb.engine.offheap.DirectPieces;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/**
 * One part of the off-heap cache: a table of entries and the memory with their content, under one
 * lock.
 *
 * <p>Invariants, whenever the lock is free:
 *
 * <ol>
 *   <li>{@code bytes} is the size of all entries' pieces, and at most the bound of the memory.
 *   <li>No two entries have a piece in common.
 *   <li>The policy has exactly the table's entries.
 * </ol>
 *
 * <p>A reader gets a copy. It copies without the lock and then asks the lock whether anything was
 * written meanwhile; if so, pieces it read may have been reused for another block, and it copies
 * again under the shared lock. So nothing outside of this class ever points into the memory, and no
 * memory is used after it was freed.
 */
final class OffHeapShard {
  // Fixed at construction.
  private final StampedLock lock = new StampedLock();
  private final long maxBytes;
  private final EvictionPolicy policy;
  private final Consumer<CacheEntry> evicted = this::leave;

  // Written under the lock; read under it, or checked against it afterwards.
  private final DirectPieces memory;
  private final EntryTable entries = new EntryTable();
  private long bytes;
  private long evictions;

  OffHeapShard(DirectPieces memory, EvictionPolicy policy) {
    this.memory = memory;
    this.maxBytes = memory.maxBytes();
    this.policy = policy;
  }

  /** A block that was found. */
  record Found(CacheEntry entry, CachedBlock copy) {}

  /** A copy of the block, or null. */
  Found get(long file, long offset, int hash) {
    long stamp = lock.tryOptimisticRead();
    if (stamp != 0) {
      Found found = copy(entries.find(file, offset, hash));
      if (lock.validate(stamp)) {
        return found;
      }
    }
    stamp = lock.readLock();
    try {
      return copy(entries.find(file, offset, hash));
    } finally {
      lock.unlockRead(stamp);
    }
  }

  private Found copy(CacheEntry entry) {
    if (entry == null) {
      return null;
    }
    CachedBlock copy = ((OffHeapBlock) entry.block()).copy(memory);
    return copy == null ? null : new Found(entry, copy);
  }

  boolean contains(long file, long offset, int hash) {
    long stamp = lock.readLock();
    try {
      return entries.find(file, offset, hash) != null;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Notes that a reader uses the entry. */
  void hit(CacheEntry entry) {
    policy.hit(entry);
  }

  /** Whether the block fits without another going. */
  boolean hasRoom(MovableBlock block) {
    int count = DirectPieces.count(OffHeapBlock.contentBytes(block));
    long stamp = lock.readLock();
    try {
      long lost = maxBytes - memory.maxBytes();
      return bytes + lost + bytes(count) <= policy.bytesWithoutLoss();
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Keeps a copy of the block, unless it is here already or there can be no room for it. */
  void put(MovableBlock block, boolean inMemory) {
    int count = DirectPieces.count(OffHeapBlock.contentBytes(block));
    int hash = EntryTable.hash(block.file(), block.offset());
    long stamp = lock.writeLock();
    try {
      if (entries.find(block.file(), block.offset(), hash) != null) {
        return;
      }
      int[] pieces = takePieces(count);
      if (pieces != null) {
        memory.write(pieces, block.words(), block.bytes());
        add(new CacheEntry(OffHeapBlock.of(block, pieces), bytes(count), inMemory));
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private static long bytes(int pieces) {
    return (long) pieces * DirectPieces.PIECE_BYTES;
  }

  /** Makes room; null when there can be none. */
  private int[] takePieces(int count) {
    int[] pieces = makeRoom(count) ? memory.take(count) : null;
    // When the virtual machine had less memory than it promised, that is known only now.
    return pieces == null && makeRoom(count) ? memory.take(count) : pieces;
  }

  private boolean makeRoom(int count) {
    long lost = maxBytes - memory.maxBytes();
    if (bytes(count) > maxBytes - lost) {
      return false;
    }
    policy.makeRoom(bytes + lost, bytes(count), evicted);
    return true;
  }

  private void add(CacheEntry entry) {
    entries.add(entry);
    bytes += entry.bytes();
    policy.add(entry);
  }

  /** Takes one out whom the policy lets go. Under the lock. */
  private void leave(CacheEntry entry) {
    entries.remove(entry);
    release(entry);
    evictions++;
  }

  private void release(CacheEntry entry) {
    memory.give(((OffHeapBlock) entry.block()).pieces());
    bytes -= entry.bytes();
  }

  /** Drops all entries of a file; how many there were. */
  int drop(long file) {
    long stamp = lock.writeLock();
    try {
      return entries.removeFile(
          file,
          entry -> {
            policy.remove(entry);
            release(entry);
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

  /** Bytes that were taken from the virtual machine. */
  long allocatedBytes() {
    long stamp = lock.readLock();
    try {
      return memory.allocatedBytes();
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

  /** Drops everything and lets go of the memory; nothing is kept from now on. */
  void close() {
    long stamp = lock.writeLock();
    try {
      entries.removeAll(policy::remove);
      bytes = 0;
      memory.close();
    } finally {
      lock.unlockWrite(stamp);
    }
  }
}
