package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cell.Cell;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * Loads blocks of an open file into the cache ahead of readers: the Bloom filter's, then index and
 * data blocks in the order of the file. It ends on request, or, if it must not evict other blocks,
 * when there is no more room. Used by one thread, once.
 */
final class CacheFilling implements IndexCursor.Source {
  // Fixed at construction.
  private final BlockReader blocks;
  private final boolean evict;
  private final BooleanSupplier stopped;

  /** There was no room for a block of the index. */
  private boolean full;

  /**
   * @param evict whether others may have to go for these
   * @param stopped whether to end
   */
  CacheFilling(BlockReader blocks, boolean evict, BooleanSupplier stopped) {
    this.blocks = blocks;
    this.evict = evict;
    this.stopped = stopped;
  }

  /** All blocks of a filter; whether to go on. */
  boolean load(BloomFilter filter) throws IOException {
    for (int i = 0; i < filter.chunks(); i++) {
      if (!load(BlockType.BLOOM_CHUNK, filter.chunkOffset(i), filter.chunkBytes(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * All blocks of the index below its root, and of cells.
   *
   * @param data whether those of cells too
   */
  void load(IndexBlock root, int levels, boolean data) throws IOException {
    boolean cells = data && blocks.cache().mayKeep(BlockKind.DATA);
    IndexCursor cursor = new IndexCursor(this, blocks.indexLimits(), root, levels, new Cell());
    boolean more = cursor.first();
    while (more && goesOn()) {
      more =
          (!cells || load(BlockType.DATA, cursor.blockOffset(), cursor.blockBytes()))
              && cursor.next();
    }
  }

  private boolean goesOn() {
    return !full && !stopped.getAsBoolean();
  }

  /** One block, unless it is there; whether to go on. */
  private boolean load(BlockType type, long offset, int size) throws IOException {
    return goesOn() && blocks.loadAhead(type, offset, size, evict);
  }

  /** A block of the index, also when there was no room to keep it. */
  @Override
  public IndexBlock indexBlock(BlockType type, long offset, int size) throws IOException {
    full |= !blocks.loadAhead(type, offset, size, evict);
    return blocks.indexBlockUnnoted(type, offset, size);
  }
}
