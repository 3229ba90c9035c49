package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.CachedBlock;

/**
 * A block in memory: checked, decompressed, and searchable. Immutable, so it is shared freely, and
 * its bytes outlive the cache entry as long as its cells are in use.
 */
abstract class Block implements CachedBlock {
  /** Bytes an object and its array headers take besides its content. */
  static final int OVERHEAD_BYTES = 128;

  private final BlockType type;
  private final long file;
  private final long offset;

  /**
   * @param file the number the cache gave the file
   * @param offset where the block starts in the file
   */
  Block(BlockType type, long file, long offset) {
    this.type = type;
    this.file = file;
    this.offset = offset;
  }

  BlockType type() {
    return type;
  }

  @Override
  public BlockKind kind() {
    return type.kind();
  }

  @Override
  public long file() {
    return file;
  }

  /** Where the block starts in its file. */
  @Override
  public long offset() {
    return offset;
  }
}
