package io.rowandb.engine.cache;

/**
 * Is told of every block that a reader asks for, whether the cache has it or not; traces are
 * recorded this way. A block that is loaded ahead of readers does not count as asked for. Called by
 * the threads that read, many at once, which wait for it.
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
