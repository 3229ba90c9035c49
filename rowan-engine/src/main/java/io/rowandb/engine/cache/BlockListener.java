package io.rowandb.engine.cache;

/**
 * Is told of every block that is read, found in the cache or not; so traces are recorded. Called by
 * the threads that read, many at once; what it does they wait for.
 */
@FunctionalInterface
public interface BlockListener {
  /** Listens to nothing. */
  BlockListener NONE = (block, inMemory) -> {};

  /**
   * A block was read.
   *
   * @param inMemory whether its family is IN_MEMORY
   */
  void read(CachedBlock block, boolean inMemory);
}
