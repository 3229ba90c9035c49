package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;

/**
 * A cursor over the cells of one file. Within a block it only moves an index and its view; nothing
 * is allocated per cell.
 *
 * <p>Invariant: {@code index} names the block that {@code block} is or is part of, if there is one.
 * When the cursor is after the last cell, that is the last block; before the first cell there is no
 * block.
 *
 * <p>Blocks that have parts are first read part by part, which is enough for most requests. A
 * cursor that continues, or goes backwards, probably wants everything and reads whole blocks from
 * then on. One that reads many uncached whole blocks in a row reads ahead.
 *
 * <p>Used by one thread. Lives no longer than the open file.
 */
final class StoreFileScanner implements CellScanner {
  /** So many parts in a row cost about as much as a whole block. */
  private static final int MOST_PARTS_IN_A_ROW = 4;

  // Fixed at construction.
  private final BlockReader blocks;
  private final boolean keepBlocks;
  private final long readAheadAfterBytes;
  private final Cell view = new Cell();
  private final Cell probe = new Cell();
  private final IndexCursor index;

  /** Null when blocks are read whole. */
  private PartReader parts;

  /** Null as long as every whole block was in the cache. */
  private ReadAhead readAhead;

  // Where the cursor stands.
  private DataBlock block;
  private long blockOffset = -1;
  private BlockOutline outline;
  private int part;
  private int partsInARow;
  private int count;
  private int at = -1;
  private Cell current;
  private boolean closed;

  /**
   * @param keepBlocks whether data blocks that are loaded go to the cache
   * @param readAheadAfterBytes see {@link StoreFile#scanner(boolean, long)}
   */
  StoreFileScanner(
      BlockReader blocks,
      IndexBlock root,
      int levels,
      boolean keepBlocks,
      long readAheadAfterBytes) {
    this.blocks = blocks;
    this.keepBlocks = keepBlocks;
    this.readAheadAfterBytes = readAheadAfterBytes;
    this.parts = readAheadAfterBytes == 0 ? null : blocks.parts();
    this.index = new IndexCursor(blocks, blocks.indexLimits(), root, levels, probe);
  }

  @Override
  public Cell cell() {
    return current;
  }

  @Override
  public boolean next() throws IOException {
    int next = at + 1;
    if (next < count) {
      return stand(next);
    }
    return nextBlock();
  }

  private boolean nextBlock() throws IOException {
    checkOpen();
    if (outline != null && part + 1 < outline.count()) {
      return nextPart();
    }
    if (block == null ? !index.first() : !index.next()) {
      return standAfter();
    }
    enter(null);
    return stand(0);
  }

  private boolean nextPart() throws IOException {
    if (++partsInARow < MOST_PARTS_IN_A_ROW) {
      enterPart(part + 1);
      return stand(0);
    }
    block.read(count - 1, probe);
    Cell last = new Cell().set(probe);
    readWholeBlocks();
    enter(null);
    return standFrom(block.search(last, 0, count, probe) + 1);
  }

  private void readWholeBlocks() {
    parts = null;
    outline = null;
    block = null;
    count = 0;
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    if (!isWithinBlock(key)) {
      checkOpen();
      if (!index.seek(key)) {
        return standAfter();
      }
      enter(key);
    }
    return standFrom(block.search(key, 0, count, probe));
  }

  @Override
  public boolean seekForward(Cell key) throws IOException {
    if (current == null) {
      return seek(key);
    }
    if (CellOrder.compareCells(view, key) >= 0) {
      return true;
    }
    if (block.compare(count - 1, key, probe) < 0) {
      checkOpen();
      index.seek(key);
      enter(key);
      return standFrom(block.search(key, 0, count, probe));
    }
    return stand(gallop(key));
  }

  /** The first cell at or after {@code key}, which the block has; near ones are found fastest. */
  private int gallop(Cell key) {
    int low = at + 1;
    int high = low;
    for (int step = 1; high < count - 1 && block.compare(high, key, probe) < 0; step <<= 1) {
      low = high + 1;
      high = Math.min(high + step, count - 1);
    }
    return block.search(key, low, high, probe);
  }

  @Override
  public boolean seekBefore(Cell key) throws IOException {
    if (outline != null) {
      readWholeBlocks();
    }
    parts = null;
    if (!isWithinBlock(key)) {
      checkOpen();
      if (!index.seek(key)) {
        return standBefore();
      }
      enter(key);
    }
    int found = block.search(key, 0, count, probe);
    if (found > 0) {
      return stand(found - 1);
    }
    if (!index.previous()) {
      return standBefore();
    }
    enter(null);
    return stand(count - 1);
  }

  @Override
  public long heldBytes() {
    return (block == null ? 0 : block.heapBytes())
        + (readAhead == null ? 0 : readAhead.heldBytes());
  }

  @Override
  public void close() {
    closed = true;
    block = null;
    outline = null;
    current = null;
    count = 0;
    at = -1;
  }

  /** Whether the block at hand has cells on both sides of {@code key}, or the cell itself. */
  private boolean isWithinBlock(Cell key) {
    return block != null
        && block.compare(0, key, probe) <= 0
        && block.compare(count - 1, key, probe) >= 0;
  }

  /**
   * Takes the block that the index names.
   *
   * @param key where in it; null for its first cell
   */
  private void enter(Cell key) throws IOException {
    long offset = index.blockOffset();
    boolean here = block != null && blockOffset == offset;
    if (!here) {
      // If loading fails, no block is left that the index does not name.
      block = null;
      outline = null;
      count = 0;
      blockOffset = offset;
      load(offset, index.blockBytes());
    }
    if (outline != null) {
      int wanted = key == null ? 0 : outline.find(key, probe);
      if (!here || wanted != part) {
        partsInARow = 0;
        enterPart(wanted);
      }
    }
    count = block.count();
  }

  private void enterPart(int wanted) throws IOException {
    BlockOutline parted = outline;
    outline = null;
    block = null;
    count = 0;
    block = parts.part(parted, wanted, keepBlocks);
    outline = parted;
    part = wanted;
    count = block.count();
  }

  private void load(long offset, int size) throws IOException {
    Block loaded =
        parts == null ? loadWhole(offset, size) : parts.outline(offset, size, keepBlocks);
    if (loaded instanceof BlockOutline parted) {
      outline = parted;
    } else {
      block = (DataBlock) loaded;
    }
  }

  private DataBlock loadWhole(long offset, int size) throws IOException {
    Block cached = blocks.cached(BlockType.DATA, offset);
    if (cached != null) {
      if (readAhead != null) {
        readAhead.found();
      }
      return (DataBlock) cached;
    }
    if (readAhead == null) {
      readAhead = new ReadAhead(readAheadAfterBytes);
    }
    DataBlock loaded =
        readAhead.isDue(offset, size)
            ? loadAhead(offset, size)
            : blocks.missedDataBlock(offset, size, keepBlocks);
    readAhead.read(offset + size, loaded.heapBytes());
    return loaded;
  }

  private DataBlock loadAhead(long offset, int size) throws IOException {
    int start = readAhead.locate(blocks.source(), offset, size, blocks.dataEnd());
    BlockBody body = blocks.unpack(BlockType.DATA, offset, readAhead.buffer(), start, size, false);
    Block loaded = blocks.parse(BlockType.DATA, offset, body);
    blocks.cache().loaded(loaded, blocks.cache().keeps(BlockKind.DATA, keepBlocks));
    return (DataBlock) loaded;
  }

  private boolean stand(int cell) {
    at = cell;
    block.read(cell, view);
    current = view;
    return true;
  }

  /** Stands on cell {@code found} of the block, or on the next block's first. */
  private boolean standFrom(int found) throws IOException {
    if (found < count) {
      return stand(found);
    }
    at = count;
    return nextBlock();
  }

  private boolean standAfter() {
    at = count;
    current = null;
    return false;
  }

  private boolean standBefore() {
    block = null;
    outline = null;
    count = 0;
    at = -1;
    current = null;
    return false;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("Scanner of " + blocks.path() + " is closed");
    }
  }
}
