package io.rowandb.engine.cache;

/**
 * Determines which blocks of a family's files are cached and when; interpreted as by HBase's {@code
 * CacheConfig}. Index and Bloom blocks that a reader loads are always kept.
 *
 * @param dataOnRead BLOCKCACHE: whether data blocks that users read are kept
 * @param inMemory IN_MEMORY: whether its blocks are evicted last
 * @param dataOnWrite CACHE_DATA_ON_WRITE: whether all blocks of a flushed file are
 * @param indexOnWrite CACHE_INDEX_ON_WRITE: whether the index blocks of a new file are
 * @param bloomsOnWrite CACHE_BLOOMS_ON_WRITE: whether the Bloom blocks of a new file are
 * @param prefetchOnOpen PREFETCH_BLOCKS_ON_OPEN: whether all blocks of a file that is opened are
 * @param compactedOnWriteBytes hbase.rs.cachecompactedblocksonwrite and its threshold: all blocks
 *     of a compaction's file are, when it merged files of at most so many bytes; {@link #NO_BYTES}
 *     for never
 */
public record BlockCaching(
    boolean dataOnRead,
    boolean inMemory,
    boolean dataOnWrite,
    boolean indexOnWrite,
    boolean bloomsOnWrite,
    boolean prefetchOnOpen,
    long compactedOnWriteBytes) {
  /** Less than any file has. */
  public static final long NO_BYTES = -1;

  /** HBase's defaults. */
  public static final BlockCaching DEFAULT =
      new BlockCaching(true, false, false, false, false, false, NO_BYTES);

  /**
   * What holds for a family of a database: the settings of both, where on wins, but for {@link
   * #dataOnRead}, where off wins.
   */
  BlockCaching with(BlockCaching database) {
    return new BlockCaching(
        dataOnRead && database.dataOnRead,
        inMemory || database.inMemory,
        dataOnWrite || database.dataOnWrite,
        indexOnWrite || database.indexOnWrite,
        bloomsOnWrite || database.bloomsOnWrite,
        prefetchOnOpen || database.prefetchOnOpen,
        Math.max(compactedOnWriteBytes, database.compactedOnWriteBytes));
  }

  /** Whether a block that a user reads is kept, if the user wants that. */
  boolean keepsOnRead(BlockKind kind) {
    // Prefetching keeps data blocks that are read even where dataOnRead is off: HBase's rule.
    return kind != BlockKind.DATA || dataOnRead || prefetchOnOpen;
  }

  /** Whether all blocks of a file that is opened are loaded ahead of readers. */
  public boolean loadsOnOpen() {
    return prefetchOnOpen && dataOnRead;
  }

  /** Whether blocks of this kind of a flushed file are loaded ahead of readers. */
  public boolean loadsOfFlush(BlockKind kind) {
    return loads(kind, dataOnWrite);
  }

  /**
   * Whether blocks of this kind of a compaction's file are loaded ahead of readers.
   *
   * @param mergedBytes of the files that it merged
   */
  public boolean loadsOfCompaction(BlockKind kind, long mergedBytes) {
    return loads(kind, mergedBytes <= compactedOnWriteBytes);
  }

  private boolean loads(BlockKind kind, boolean all) {
    return switch (kind) {
      case DATA -> all;
      case INDEX -> all || indexOnWrite;
      case BLOOM -> all || bloomsOnWrite;
    };
  }
}
