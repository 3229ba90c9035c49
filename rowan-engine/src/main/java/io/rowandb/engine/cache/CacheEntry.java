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
   * How often it was used, as far as its policy counts. Written by readers without a lock and
   * without order: a lost update only moves the moment a block goes.
   */
  private byte uses;

  /** When it was used last, in its policy's time. Written like {@link #uses}. */
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

  int uses() {
    return uses;
  }

  void setUses(int value) {
    uses = (byte) value;
  }

  /** Counts one use more, up to {@code most}. Writes nothing when that many are counted. */
  void use(int most) {
    int now = uses;
    if (now < most) {
      uses = (byte) (now + 1);
    }
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
