package io.rowandb.engine.storefile;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Blocks of all open store files, bounded in bytes. A lookup that hits allocates nothing and, when
 * nobody changes the same part of the cache, writes nothing but a counter. Safe for use by many
 * threads.
 *
 * <p>Index and Bloom blocks stay longer than data blocks, and data blocks that were hit longer than
 * those that were only loaded. A block larger than a shard is not kept.
 */
public final class BlockCache {
  /** More shards would not lower contention on the processors we know. */
  private static final int MAX_SHARDS = 16;

  /** A shard holds at least this much, so that shards fill evenly: 64 blocks of 64 KB. */
  private static final long MIN_SHARD_BYTES = 4L << 20;

  /** Threads that miss the same block wait for one to load it; others rarely share the lock. */
  private static final int LOAD_LOCKS = 64;

  private final long maxBytes;
  private final CacheShard[] shards;
  private final Lock[] loadLocks = new Lock[LOAD_LOCKS];
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final AtomicLong files = new AtomicLong();

  /**
   * An empty cache.
   *
   * @param maxBytes the bound on the bytes of all blocks; 0 caches nothing
   */
  public BlockCache(long maxBytes) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("Block cache size must not be negative: " + maxBytes);
    }
    this.maxBytes = maxBytes;
    int count = 1;
    while (count < MAX_SHARDS && maxBytes / (2L * count) >= MIN_SHARD_BYTES) {
      count *= 2;
    }
    shards = new CacheShard[count];
    for (int i = 0; i < count; i++) {
      shards[i] = new CacheShard(maxBytes / count);
    }
    for (int i = 0; i < LOAD_LOCKS; i++) {
      loadLocks[i] = new ReentrantLock();
    }
  }

  /** The bound on {@link #bytes}. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes of the blocks held now. */
  public long bytes() {
    long sum = 0;
    for (CacheShard shard : shards) {
      sum += shard.bytes();
    }
    return sum;
  }

  /** Lookups that found their block. */
  public long hits() {
    return hits.sum();
  }

  /** Lookups that did not. */
  public long misses() {
    return misses.sum();
  }

  /** Blocks dropped to make room. */
  public long evictions() {
    long sum = 0;
    for (CacheShard shard : shards) {
      sum += shard.evictions();
    }
    return sum;
  }

  /** A number for a file that is being opened, never given before. */
  long newFile() {
    return files.incrementAndGet();
  }

  /** The block at a place, or null; counts a hit or a miss. */
  Block get(long file, long offset) {
    Block block = peek(file, offset);
    if (block == null) {
      misses.increment();
    } else {
      block.touch();
      hits.increment();
    }
    return block;
  }

  /** The block at a place, or null, without a trace. */
  Block peek(long file, long offset) {
    int hash = CacheShard.hash(file, offset);
    return shard(hash).get(file, offset, hash);
  }

  /** Keeps the block if there is room for it. */
  void put(Block block) {
    shard(CacheShard.hash(block.file(), block.offset())).put(block);
  }

  /** Drops all blocks of a file; how many there were. */
  int drop(long file) {
    int dropped = 0;
    for (CacheShard shard : shards) {
      dropped += shard.drop(file);
    }
    return dropped;
  }

  /** Held while a block is loaded, so that others wait and find it in the cache. */
  Lock loadLock(long file, long offset) {
    return loadLocks[CacheShard.hash(file, offset) >>> 8 & LOAD_LOCKS - 1];
  }

  private CacheShard shard(int hash) {
    return shards[hash >>> 28 & shards.length - 1];
  }
}
