package io.rowandb.engine.cache;

/**
 * Is notified of every block that a reader requests, whether cached or not; traces are recorded
 * this way. Blocks loaded ahead of readers are not reported. It is called synchronously by the
 * reading threads, concurrently.
 */
@FunctionalInterface
public interface BlockListener {
  /** Listens to nothing. */
  BlockListener NONE = (block, inMemory, kept) -> {};

  /**
   * A block was read.
   *
   * @param inMemory whether its family is IN_MEMORY
   * @param kept false when it was not in the cache and is not wanted there: of a compaction, of a
   *     scan without block caching, of a family without
   */
  void read(CachedBlock block, boolean inMemory, boolean kept);
}
