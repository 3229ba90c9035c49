package io.rowandb.engine.cache;

/**
 * A block whose content is two arrays, so a copy of them can be kept off the heap. Immutable like
 * every block: the arrays never change.
 */
public interface MovableBlock extends CachedBlock {
  /** Its content, or a part of it. */
  byte[] bytes();

  /** The rest of its content. */
  long[] words();

  /** What stays on the heap. */
  Stub stub();

  /** A block without its content. Immutable, and as small as can be: one for each block. */
  interface Stub {
    /**
     * The block again.
     *
     * @param bytes as {@link MovableBlock#bytes} were; kept
     * @param words as {@link MovableBlock#words} were; kept
     */
    CachedBlock restore(byte[] bytes, long[] words);
  }
}
