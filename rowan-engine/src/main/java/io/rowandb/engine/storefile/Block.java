package io.rowandb.engine.storefile;

/**
 * A block as it is kept in memory: checked, decompressed, with what is needed to search it.
 * Immutable but for {@link #lives}, so it is shared freely, and its bytes outlive the cache's copy
 * as long as anybody shows cells of it.
 */
abstract sealed class Block permits DataBlock, IndexBlock, BloomChunk {
  /** Bytes an object, its array headers and its place in the cache take besides its content. */
  static final int OVERHEAD_BYTES = 128;

  private final BlockType type;
  private final long file;
  private final long offset;

  /**
   * How many times the cache's hand passes before it drops this block. Written by many threads
   * without order: a lost update only moves the moment a block is dropped.
   */
  private byte lives;

  /**
   * @param file the number the cache gave the file
   * @param offset where the block starts in the file
   */
  Block(BlockType type, long file, long offset) {
    this.type = type;
    this.file = file;
    this.offset = offset;
    this.lives = type == BlockType.DATA ? 0 : maxLives();
  }

  BlockType type() {
    return type;
  }

  long file() {
    return file;
  }

  /** Where the block starts in its file. */
  long offset() {
    return offset;
  }

  /** Bytes of heap it takes, rounded up. */
  abstract long heapBytes();

  /** Notes a use. */
  void touch() {
    byte most = maxLives();
    if (lives != most) {
      lives = most;
    }
  }

  /** The hand passes: true when the block's lives are used up. */
  boolean isSpent() {
    if (lives <= 0) {
      return true;
    }
    lives--;
    return false;
  }

  /**
   * Index and Bloom blocks stand for a hundred data blocks and more, so they stay longer. A data
   * block that was read once only, as by a scan, goes when the hand comes by first.
   */
  private byte maxLives() {
    return (byte) (type == BlockType.DATA ? 1 : 4);
  }
}
