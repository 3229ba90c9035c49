package io.rowandb.engine.cache;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Blocks of all open store files, bounded in bytes. A lookup that hits allocates nothing and, when
 * nobody changes the same part of the cache, writes nothing but a counter and a note of the use.
 * Safe for use by many threads.
 *
 * <p>A block larger than a shard is not kept.
 */
public final class BlockCache {
  /** More shards would not lower contention on the processors we know. */
  private static final int MAX_SHARDS = 16;

  /** A shard holds at least this much, so that shards fill evenly: 64 blocks of 64 KB. */
  private static final long MIN_SHARD_BYTES = 4L << 20;

  /**
   * Threads that miss the same block wait for one to load it. Of two that miss different ones at
   * once, one waits for the other's read in one case of so many, which is lost among the reads
   * themselves. A power of two.
   */
  private static final int LOAD_LOCKS = 64;

  private final BlockCacheOptions options;
  private final CacheShard[] shards;
  private final Lock[] loadLocks = new Lock[LOAD_LOCKS];

  /** Of those who have no counts of their own. */
  private final CacheCounts counts = new CacheCounts();

  private final AtomicLong files = new AtomicLong();

  /**
   * An empty cache with the default policy.
   *
   * @param maxBytes the bound on the bytes of all blocks; 0 caches nothing
   */
  public BlockCache(long maxBytes) {
    this(BlockCacheOptions.ofHeap(maxBytes));
  }

  /** An empty cache. */
  public BlockCache(BlockCacheOptions options) {
    this.options = options;
    long maxBytes = options.heapBytes();
    int count = 1;
    while (count < MAX_SHARDS && maxBytes / (2L * count) >= MIN_SHARD_BYTES) {
      count *= 2;
    }
    shards = new CacheShard[count];
    for (int i = 0; i < count; i++) {
      long bytes = maxBytes / count;
      EvictionPolicy policy = options.policy().forShard(bytes, options.shares());
      shards[i] = new CacheShard(bytes, policy, victim -> {});
    }
    for (int i = 0; i < LOAD_LOCKS; i++) {
      loadLocks[i] = new ReentrantLock();
    }
  }

  /** The bound on {@link #bytes}. */
  public long maxBytes() {
    return options.heapBytes();
  }

  /** Bytes of the blocks held now. */
  public long bytes() {
    long sum = 0;
    for (CacheShard shard : shards) {
      sum += shard.bytes();
    }
    return sum;
  }

  /** Lookups in it, but for those of files that were opened with counts of their own. */
  public CacheCounts.Counts counts() {
    return counts.counts();
  }

  /** Those of {@link #counts} that found their block. */
  public long hits() {
    return counts().hits();
  }

  /** Those of this kind. */
  public long hits(BlockKind kind) {
    return counts().of(kind).hits();
  }

  /** Those of {@link #counts} that did not. */
  public long misses() {
    return counts().misses();
  }

  /** Those of this kind. */
  public long misses(BlockKind kind) {
    return counts().of(kind).misses();
  }

  /** Blocks dropped to make room. */
  public long evictions() {
    long sum = 0;
    for (CacheShard shard : shards) {
      sum += shard.evictions();
    }
    return sum;
  }

  /** The cache as a file sees it that is being opened. */
  public FileCache open(BlockCaching family) {
    return open(family, counts);
  }

  /**
   * The same.
   *
   * @param lookups counts those of the file, in place of the cache
   */
  public FileCache open(BlockCaching family, CacheCounts lookups) {
    return new FileCache(this, family.with(options.families()), lookups);
  }

  /** A number for a file that is being opened, never given before. */
  public long newFile() {
    return files.incrementAndGet();
  }

  /** The block at a place, or null; counts a hit or a miss of this kind. */
  public CachedBlock get(long file, long offset, BlockKind kind) {
    return get(file, offset, kind, counts);
  }

  /** The same; {@code lookups} counts it. */
  CachedBlock get(long file, long offset, BlockKind kind, CacheCounts lookups) {
    CachedBlock block = find(file, offset, kind, lookups);
    if (block == null) {
      lookups.missed(kind);
    }
    return block;
  }

  /** The block at a place, or null; counts a hit of this kind, and no miss. */
  CachedBlock find(long file, long offset, BlockKind kind, CacheCounts lookups) {
    int hash = CacheShard.hash(file, offset);
    CacheShard shard = shard(hash);
    CacheEntry entry = shard.get(file, offset, hash);
    if (entry == null) {
      return null;
    }
    shard.hit(entry);
    lookups.hit(kind);
    return entry.block();
  }

  /** The block at a place, or null, without a trace. */
  public CachedBlock peek(long file, long offset) {
    int hash = CacheShard.hash(file, offset);
    CacheEntry entry = shard(hash).get(file, offset, hash);
    return entry == null ? null : entry.block();
  }

  /**
   * Keeps the block if its policy does and there is room for it.
   *
   * @param inMemory whether its family is IN_MEMORY
   */
  public void put(CachedBlock block, boolean inMemory) {
    if (keeps(block.kind())) {
      long bytes = block.heapBytes() + CacheEntry.HEAP_BYTES;
      shard(CacheShard.hash(block.file(), block.offset()))
          .put(new CacheEntry(block, bytes, inMemory));
    }
  }

  /** Whether blocks of this kind are kept at all, if there is room. */
  boolean keeps(BlockKind kind) {
    return options.heapBytes() > 0 && options.policy().keeps(kind);
  }

  /** Tells who listens that a block was read. */
  void noteRead(CachedBlock block, boolean inMemory, boolean kept) {
    options.listener().read(block, inMemory, kept);
  }

  /** Drops all blocks of a file; how many there were. */
  public int drop(long file) {
    int dropped = 0;
    for (CacheShard shard : shards) {
      dropped += shard.drop(file);
    }
    return dropped;
  }

  /** Held while a block is loaded, so that others wait and find it in the cache. */
  public Lock loadLock(long file, long offset) {
    return loadLocks[CacheShard.hash(file, offset) >>> 8 & LOAD_LOCKS - 1];
  }

  private CacheShard shard(int hash) {
    return shards[hash >>> 28 & shards.length - 1];
  }
}
