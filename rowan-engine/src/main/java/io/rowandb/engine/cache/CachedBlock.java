package io.rowandb.engine.cache;

/**
 * A block as a cache keeps it: immutable, so a reader may use it for as long as it likes, even
 * after the cache has dropped it.
 */
public interface CachedBlock {
  /** The number that {@link BlockCache#newFile} gave its file. */
  long file();

  /** Its place: no two blocks of a file have the same. */
  long offset();

  /** What it is. */
  BlockKind kind();

  /** Bytes of heap it takes, rounded up; always the same. */
  long heapBytes();
}
