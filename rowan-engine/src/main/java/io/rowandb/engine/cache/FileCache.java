package io.rowandb.engine.cache;

import java.util.concurrent.locks.Lock;

/**
 * The block cache as one open file sees it: under its own number and with the settings of its
 * family. Safe for use by many threads. Lives as long as the open file, which drops its blocks when
 * it is closed, since its number is never used again.
 */
public final class FileCache {
  private final BlockCache cache;
  private final BlockCaching caching;
  private final CacheCounts lookups;
  private final long file;

  /**
   * For a file that is being opened: by {@link BlockCache#open}, with the database's settings.
   *
   * @param lookups counts its lookups
   */
  FileCache(BlockCache cache, BlockCaching caching, CacheCounts lookups) {
    this.cache = cache;
    this.caching = caching;
    this.lookups = lookups;
    this.file = cache.newFile();
  }

  /** The number of the file. */
  public long file() {
    return file;
  }

  /** The block at a place, or null; counts a hit or a miss. */
  public CachedBlock get(long offset, BlockKind kind) {
    return noted(cache.get(file, offset, kind, lookups));
  }

  /**
   * The block at a place, or null; counts a hit but no miss, for callers that then look elsewhere.
   */
  public CachedBlock find(long offset, BlockKind kind) {
    return noted(cache.find(file, offset, kind, lookups));
  }

  /**
   * The data block at a place if it is on the heap, or null; counts a hit but no miss, for callers
   * that then look elsewhere.
   */
  public CachedBlock findOnHeap(long offset) {
    return noted(cache.findOnHeap(file, offset, lookups));
  }

  private CachedBlock noted(CachedBlock found) {
    if (found != null) {
      cache.noteRead(found, caching.inMemory(), true);
    }
    return found;
  }

  /** The block at a place that was not there a moment ago, or null; counts neither. */
  public CachedBlock foundMeanwhile(long offset) {
    return noted(cache.peek(file, offset));
  }

  /** Whether there is a block at a place, without counting it as a read. */
  public boolean contains(long offset) {
    return cache.contains(file, offset);
  }

  /** The block at a place, or null, without counting it as a read. */
  public CachedBlock peek(long offset) {
    return cache.peek(file, offset);
  }

  /** Whether blocks of this kind can be kept at all. */
  public boolean mayKeep(BlockKind kind) {
    return cache.keeps(kind);
  }

  /** Whether a block that a reader loads is kept, if the reader wants that. */
  public boolean keeps(BlockKind kind, boolean wanted) {
    return (wanted || kind != BlockKind.DATA) && caching.keepsOnRead(kind) && cache.keeps(kind);
  }

  /** Takes in a block that a reader loaded; it stays if {@code keep}. */
  public void loaded(CachedBlock block, boolean keep) {
    if (keep) {
      cache.put(block, caching.inMemory());
    }
    cache.noteRead(block, caching.inMemory(), keep);
  }

  /** Adds a block that has not been requested yet. */
  public void loadedAhead(CachedBlock block) {
    cache.put(block, caching.inMemory());
  }

  /**
   * Whether a block still fits without an eviction. If other threads put blocks meanwhile, one may
   * still be evicted.
   */
  public boolean hasRoom(CachedBlock block) {
    return cache.hasRoom(block);
  }

  /** Which blocks of the family's files are cached. */
  public BlockCaching caching() {
    return caching;
  }

  /** Held while a block is loaded, so that others wait and find it in the cache. */
  public Lock loadLock(long offset) {
    return cache.loadLock(file, offset);
  }

  /** Drops all blocks of the file; how many there were. */
  public int drop() {
    return cache.drop(file);
  }
}
