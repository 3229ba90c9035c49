package io.rowandb.engine.cache;

import io.rowandb.engine.offheap.DirectPieces;

/**
 * A block off the heap: its stub, and where its content is.
 *
 * @param stub recreates the block from a copy of its content
 * @param words how many
 * @param bytes how many
 * @param pieces where they are; the array never changes
 */
record OffHeapBlock(
    long file, long offset, MovableBlock.Stub stub, int words, int bytes, int[] pieces)
    implements CachedBlock {
  /** Bytes of heap of this, its stub and the header of the array, rounded up. */
  private static final int HEAP_BYTES = 128;

  static OffHeapBlock of(MovableBlock block, int[] pieces) {
    return new OffHeapBlock(
        block.file(),
        block.offset(),
        block.stub(),
        block.words().length,
        block.bytes().length,
        pieces);
  }

  /** Bytes of a block's content. */
  static long contentBytes(MovableBlock block) {
    return (long) block.words().length * Long.BYTES + block.bytes().length;
  }

  /** The block on the heap, of a copy of its content; null when that was certainly not there. */
  CachedBlock copy(DirectPieces memory) {
    long[] copiedWords = new long[words];
    byte[] copiedBytes = new byte[bytes];
    return memory.read(pieces, copiedWords, copiedBytes)
        ? stub.restore(copiedBytes, copiedWords)
        : null;
  }

  @Override
  public BlockKind kind() {
    return BlockKind.DATA;
  }

  @Override
  public long heapBytes() {
    return HEAP_BYTES + (long) Integer.BYTES * pieces.length;
  }
}
