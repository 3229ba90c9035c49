package io.rowandb.engine.cache;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Blocks of all open store files, bounded in bytes. A lookup that finds a block on the heap
 * allocates nothing. If no thread changes the same part of the cache, it writes only a counter and
 * a note of the use. Safe for use by many threads.
 *
 * <p>A block larger than a shard is not kept.
 *
 * <p>With an off-heap second level, data blocks are kept only there, and a reader that finds one
 * gets a copy. If that level is for victims only, it has the blocks evicted from the heap, and a
 * block found there also returns to the heap.
 *
 * <p>Lives as long as the database.
 */
public final class BlockCache implements AutoCloseable {
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
  private final OffHeapCache offHeap;
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
    this.offHeap = new OffHeapCache(options.offHeap(), options.policy());
    long maxBytes = options.heapBytes();
    int count = 1;
    while (count < MAX_SHARDS && maxBytes / (2L * count) >= MIN_SHARD_BYTES) {
      count *= 2;
    }
    shards = new CacheShard[count];
    for (int i = 0; i < count; i++) {
      long bytes = maxBytes / count;
      EvictionPolicy policy = options.policy().forShard(bytes, options.shares());
      shards[i] = new CacheShard(bytes, policy, this::keepVictim);
    }
    for (int i = 0; i < LOAD_LOCKS; i++) {
      loadLocks[i] = new ReentrantLock();
    }
  }

  /** The bound on {@link #bytes}. */
  long maxBytes() {
    return options.heapBytes();
  }

  /** Bytes outside of the heap that blocks take now. */
  public long offHeapBytes() {
    return offHeap.bytes();
  }

  /** Bytes outside of the heap that this cache has taken from the virtual machine so far. */
  long allocatedOffHeapBytes() {
    return offHeap.allocatedBytes();
  }

  /** Lookups that found their block outside of the heap. */
  public long offHeapHits() {
    return offHeap.hits();
  }

  /** Blocks dropped to make room outside of the heap. */
  public long offHeapEvictions() {
    return offHeap.evictions();
  }

  /** Bytes of the blocks held on the heap now. */
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

  /** Blocks that left the heap to make room. */
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
  long newFile() {
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
    int hash = EntryTable.hash(file, offset);
    CacheShard shard = shard(hash);
    CacheEntry entry = shard.get(file, offset, hash);
    CachedBlock block = null;
    if (entry != null) {
      shard.hit(entry);
      block = entry.block();
    } else if (kind == BlockKind.DATA && offHeap.isThere()) {
      block = findOffHeap(file, offset, hash);
    }
    if (block != null) {
      lookups.hit(kind);
    }
    return block;
  }

  /** The data block at a place if it is on the heap, or null; counts a hit and no miss. */
  CachedBlock findOnHeap(long file, long offset, CacheCounts lookups) {
    int hash = EntryTable.hash(file, offset);
    CacheShard shard = shard(hash);
    CacheEntry entry = shard.get(file, offset, hash);
    if (entry == null) {
      return null;
    }
    shard.hit(entry);
    lookups.hit(BlockKind.DATA);
    return entry.block();
  }

  private CachedBlock findOffHeap(long file, long offset, int hash) {
    OffHeapShard.Found found = offHeap.get(file, offset, hash);
    if (found == null) {
      return null;
    }
    if (offHeap.takesVictims()) {
      putOnHeap(found.copy(), found.entry().inMemory());
    }
    return found.copy();
  }

  /** The block at a place, or null, without a trace. */
  CachedBlock peek(long file, long offset) {
    int hash = EntryTable.hash(file, offset);
    CacheEntry entry = shard(hash).get(file, offset, hash);
    if (entry != null) {
      return entry.block();
    }
    return offHeap.isThere() ? offHeap.peek(file, offset, hash) : null;
  }

  /** Whether there is a block at a place. */
  boolean contains(long file, long offset) {
    int hash = EntryTable.hash(file, offset);
    return shard(hash).get(file, offset, hash) != null
        || (offHeap.isThere() && offHeap.contains(file, offset, hash));
  }

  /** Whether a block still fits, in its part of the cache, without another going. */
  boolean hasRoom(CachedBlock block) {
    if (goesOffHeap(block)) {
      return offHeap.hasRoom((MovableBlock) block);
    }
    return keepsOnHeap(block.kind())
        && shard(EntryTable.hash(block.file(), block.offset())).hasRoom(entryBytes(block));
  }

  /**
   * Keeps the block if its policy does and there is room for it.
   *
   * @param inMemory whether its family is IN_MEMORY
   */
  public void put(CachedBlock block, boolean inMemory) {
    if (goesOffHeap(block)) {
      offHeap.put((MovableBlock) block, inMemory);
    } else if (keepsOnHeap(block.kind())) {
      putOnHeap(block, inMemory);
    }
  }

  private void putOnHeap(CachedBlock block, boolean inMemory) {
    shard(EntryTable.hash(block.file(), block.offset()))
        .put(new CacheEntry(block, entryBytes(block), inMemory));
  }

  private static long entryBytes(CachedBlock block) {
    return block.heapBytes() + CacheEntry.HEAP_BYTES;
  }

  private boolean goesOffHeap(CachedBlock block) {
    return offHeap.takesData() && block instanceof MovableBlock movable && offHeap.fits(movable);
  }

  /** Under the lock of the shard that the block has to leave. */
  private void keepVictim(CacheEntry victim) {
    if (offHeap.takesVictims()
        && victim.block() instanceof MovableBlock movable
        && offHeap.fits(movable)) {
      offHeap.put(movable, victim.inMemory());
    }
  }

  /** Whether blocks of this kind are kept at all, if there is room. */
  boolean keeps(BlockKind kind) {
    return (kind == BlockKind.DATA && offHeap.takesData()) || keepsOnHeap(kind);
  }

  private boolean keepsOnHeap(BlockKind kind) {
    return options.heapBytes() > 0 && options.policy().keeps(kind);
  }

  /** Tells who listens that a block was read. */
  void noteRead(CachedBlock block, boolean inMemory, boolean kept) {
    options.listener().read(block, inMemory, kept);
  }

  /** Drops all blocks of a file; how many there were. */
  int drop(long file) {
    int dropped = 0;
    for (CacheShard shard : shards) {
      dropped += shard.drop(file);
    }
    // In this order: who had to leave the heap meanwhile is found there.
    return dropped + offHeap.drop(file);
  }

  /** Lets go of the memory outside of the heap. Files that are open find no more blocks there. */
  @Override
  public void close() {
    offHeap.close();
  }

  /** Held while a block is loaded, so that others wait and find it in the cache. */
  Lock loadLock(long file, long offset) {
    return loadLocks[EntryTable.hash(file, offset) >>> 8 & LOAD_LOCKS - 1];
  }

  private CacheShard shard(int hash) {
    return shards[hash >>> 28 & shards.length - 1];
  }
}
