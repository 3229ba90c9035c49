package io.rowandb.engine.cache;

/**
 * One block in a shard of the cache, with what the shard's policy notes about it. An entry is in
 * one shard and, there, in at most one queue.
 */
final class CacheEntry {
  /** Bytes of heap an entry and its slots take, rounded up. */
  static final int HEAP_BYTES = 96;

  // Fixed at construction.
  private final CachedBlock block;
  private final long file;
  private final long offset;
  private final long bytes;
  private final boolean inMemory;

  /**
   * Whether it was used since it came, or since its policy looked. Written by readers without a
   * lock and without order: a lost update only moves the moment a block goes.
   */
  private boolean used;

  /** When it was used last, in its policy's time. Written like {@link #used}. */
  private int lastUse;

  // Guarded by the shard's lock; the policy's to use.
  CacheEntry older;
  CacheEntry newer;
  EntryQueue queue;

  /**
   * @param bytes that it counts for
   * @param inMemory whether its family is IN_MEMORY
   */
  CacheEntry(CachedBlock block, long bytes, boolean inMemory) {
    this.block = block;
    this.file = block.file();
    this.offset = block.offset();
    this.bytes = bytes;
    this.inMemory = inMemory;
  }

  CachedBlock block() {
    return block;
  }

  BlockKind kind() {
    return block.kind();
  }

  long file() {
    return file;
  }

  long offset() {
    return offset;
  }

  long bytes() {
    return bytes;
  }

  boolean inMemory() {
    return inMemory;
  }

  boolean used() {
    return used;
  }

  /** Notes a use. Writes nothing when one is noted already. */
  void use() {
    if (!used) {
      used = true;
    }
  }

  /** Makes it as if it had not been used. */
  void forgetUse() {
    used = false;
  }

  int lastUse() {
    return lastUse;
  }

  /** Notes when it is used. Writes nothing when it is noted already. */
  void useAt(int time) {
    if (lastUse != time) {
      lastUse = time;
    }
  }
}
