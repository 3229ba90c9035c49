package io.rowandb.engine.storefile;

import java.util.concurrent.locks.StampedLock;

/**
 * One part of the block cache: an open hash table of blocks under one lock, bounded in bytes.
 *
 * <p>Invariants, whenever the lock is free:
 *
 * <ol>
 *   <li>Going from a block's home slot to its slot one meets no empty slot.
 *   <li>At most half of the slots are used.
 *   <li>{@code bytes} is the sum of the blocks' heap bytes and at most {@code maxBytes}.
 * </ol>
 *
 * <p>A lookup first reads without the lock and then asks the lock whether anything was written
 * meanwhile; if so it looks again under the shared lock. What it finds can be used either way, as
 * blocks are immutable: the lock guards only which ones are here.
 *
 * <p>Room is made as a clock does: a hand goes round the slots and drops each block whose lives are
 * used up.
 */
final class CacheShard {
  private static final int FIRST_SLOTS = 64;

  // Fixed at construction.
  private final StampedLock lock = new StampedLock();
  private final long maxBytes;

  // Written under the lock; read under it, or checked against it afterwards.
  private Block[] slots = new Block[FIRST_SLOTS];
  private int count;
  private long bytes;
  private int hand;
  private long evictions;

  CacheShard(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** A well-mixed number for a place in a file. */
  static int hash(long file, long offset) {
    long h = (file * 0x9e3779b97f4a7c15L ^ offset) * 0xc2b2ae3d27d4eb4fL;
    return (int) (h >>> 32);
  }

  /** The block, or null. Allocates nothing. */
  Block get(long file, long offset, int hash) {
    long stamp = lock.tryOptimisticRead();
    if (stamp != 0) {
      Block block = find(slots, file, offset, hash);
      if (lock.validate(stamp)) {
        return block;
      }
    }
    stamp = lock.readLock();
    try {
      return find(slots, file, offset, hash);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Takes the block in, unless it is here already or larger than the shard. */
  void put(Block block) {
    long size = block.heapBytes();
    if (size > maxBytes) {
      return;
    }
    int hash = hash(block.file(), block.offset());
    long stamp = lock.writeLock();
    try {
      if (find(slots, block.file(), block.offset(), hash) != null) {
        return;
      }
      while (bytes + size > maxBytes) {
        evictOne();
      }
      if ((count + 1) * 2 > slots.length) {
        rebuild(slots.length * 2, -1);
      }
      insert(slots, block, hash);
      count++;
      bytes += size;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Drops all blocks of a file; how many there were. */
  int drop(long file) {
    long stamp = lock.writeLock();
    try {
      int before = count;
      rebuild(slots.length, file);
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
  private static Block find(Block[] slots, long file, long offset, int hash) {
    int mask = slots.length - 1;
    for (int i = 0; i <= mask; i++) {
      Block block = slots[(hash + i) & mask];
      if (block == null || (block.offset() == offset && block.file() == file)) {
        return block;
      }
    }
    return null;
  }

  private static void insert(Block[] slots, Block block, int hash) {
    int mask = slots.length - 1;
    int at = hash & mask;
    while (slots[at] != null) {
      at = (at + 1) & mask;
    }
    slots[at] = block;
  }

  /** Called with a block in some slot; ends because each round takes a life of each block. */
  private void evictOne() {
    int mask = slots.length - 1;
    long steps = 0;
    // Readers may revive blocks as fast as the hand spends them; after some rounds it just takes.
    long patience = 8L * slots.length;
    while (true) {
      int at = hand & mask;
      Block block = slots[at];
      if (block != null && (block.isSpent() || steps > patience)) {
        remove(at);
        bytes -= block.heapBytes();
        count--;
        evictions++;
        return;
      }
      hand = (at + 1) & mask;
      steps++;
    }
  }

  /** Empties a slot and moves later blocks back so that invariant 1 holds. */
  private void remove(int slot) {
    int mask = slots.length - 1;
    int hole = slot;
    int at = slot;
    while (true) {
      at = (at + 1) & mask;
      Block block = slots[at];
      if (block == null) {
        slots[hole] = null;
        return;
      }
      int home = hash(block.file(), block.offset()) & mask;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        slots[hole] = block;
        hole = at;
      }
    }
  }

  private void rebuild(int newSlots, long withoutFile) {
    Block[] rebuilt = new Block[newSlots];
    for (Block block : slots) {
      if (block == null) {
        continue;
      }
      if (block.file() == withoutFile) {
        count--;
        bytes -= block.heapBytes();
      } else {
        insert(rebuilt, block, hash(block.file(), block.offset()));
      }
    }
    slots = rebuilt;
  }
}
