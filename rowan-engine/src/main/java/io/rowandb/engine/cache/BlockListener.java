package io.rowandb.engine.cache;

/**
 * Is told of every block that a reader asks for, found in the cache or not; so traces are recorded.
 * What is loaded ahead of readers is not read. Called by the threads that read, many at once; what
 * it does they wait for.
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
