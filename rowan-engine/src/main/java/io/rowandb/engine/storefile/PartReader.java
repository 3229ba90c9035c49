package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.CachedBlock;
import io.rowandb.engine.io.CorruptFileException;
import java.io.IOException;
import java.util.concurrent.locks.Lock;
import java.util.zip.DataFormatException;

/**
 * Loads parts of data blocks for readers of single cells. A block that has no parts, or is
 * completely in the cache, is returned whole. Safe for use by many threads.
 */
final class PartReader {
  private final BlockReader blocks;
  private final BlockDecompressor decompressor;

  /**
   * @param decompressor of the file's compression
   */
  PartReader(BlockReader blocks, BlockDecompressor decompressor) {
    this.blocks = blocks;
    this.decompressor = decompressor;
  }

  /**
   * The {@link DataBlock} at a place if it is in the cache or has no parts, otherwise its {@link
   * BlockOutline}.
   */
  Block outline(long offset, int size, boolean keep) throws IOException {
    // One outside of the heap would be copied whole: with an outline a part will do.
    CachedBlock whole = blocks.cache().findOnHeap(offset);
    if (whole != null) {
      return blocks.check((Block) whole, BlockType.DATA);
    }
    if (!blocks.cache().keeps(BlockKind.INDEX, true)) {
      // An outline that is not kept would be made of the whole block again each time.
      return blocks.dataBlock(offset, size, keep);
    }
    long place = BlockOutline.place(offset);
    CachedBlock cached = blocks.cache().get(place, BlockKind.INDEX);
    if (cached != null) {
      return (BlockOutline) cached;
    }
    whole = blocks.cache().find(offset, BlockKind.DATA);
    if (whole != null) {
      return blocks.check((Block) whole, BlockType.DATA);
    }
    Lock lock = blocks.cache().loadLock(place);
    lock.lock();
    try {
      CachedBlock meanwhile = blocks.cache().foundMeanwhile(place);
      if (meanwhile == null) {
        meanwhile = blocks.cache().foundMeanwhile(offset); // it may have no parts
      }
      return meanwhile != null
          ? blocks.check((Block) meanwhile, BlockType.DATA)
          : loadOutline(offset, size, keep);
    } finally {
      lock.unlock();
    }
  }

  private Block loadOutline(long offset, int size, boolean keep) throws IOException {
    byte[] disk = BlockReader.buffer(size);
    blocks.source().readFully(offset, disk, 0, size);
    BlockBody body = blocks.unpack(BlockType.DATA, offset, disk, 0, size, false);
    DataBlock whole = (DataBlock) blocks.parse(BlockType.DATA, offset, body);
    BlockOutline outline = BlockOutline.of(blocks.path(), whole, disk);
    if (outline == null) {
      blocks.cache().loaded(whole, blocks.cache().keeps(BlockKind.DATA, keep));
      return whole;
    }
    blocks.cache().loaded(outline, true);
    // Without room for outlines each would be made of a whole block every time.
    return blocks.cache().contains(outline.offset()) ? outline : whole;
  }

  /** One part of a block; kept in the cache if {@code keep}. */
  DataBlock part(BlockOutline outline, int part, boolean keep) throws IOException {
    long offset = outline.partOffset(part);
    Block cached = blocks.cached(BlockType.DATA, offset);
    if (cached != null) {
      return (DataBlock) cached;
    }
    if (!blocks.cache().keeps(BlockKind.DATA, keep)) {
      DataBlock loaded = load(outline, part);
      blocks.cache().loaded(loaded, false);
      return loaded;
    }
    Lock lock = blocks.cache().loadLock(offset);
    lock.lock();
    try {
      CachedBlock meanwhile = blocks.cache().foundMeanwhile(offset);
      if (meanwhile != null) {
        return (DataBlock) blocks.check((Block) meanwhile, BlockType.DATA);
      }
      DataBlock loaded = load(outline, part);
      blocks.cache().loaded(loaded, true);
      return loaded;
    } finally {
      lock.unlock();
    }
  }

  private DataBlock load(BlockOutline outline, int part) throws IOException {
    int from = outline.readStart(part);
    int size = outline.readEnd(part) - from;
    byte[] disk = BlockReader.buffer(size);
    blocks.source().readFully(outline.blockOffset() + from, disk, 0, size);
    int wrong = outline.firstWrong(part, disk);
    if (wrong >= 0) {
      throw blocks.corrupt(
          outline.blockOffset(),
          "wrong checksum in the DATA block, in the part from byte " + wrong);
    }
    byte[] body = new byte[outline.bodyBytes(part)];
    int start = outline.partStart(part);
    try {
      decompressor.decompress(disk, start - from, outline.partEnd(part) - start, body);
    } catch (DataFormatException e) {
      CorruptFileException corrupt =
          blocks.corrupt(outline.partOffset(part), "part of a block: " + e.getMessage());
      corrupt.initCause(e);
      throw corrupt;
    }
    return (DataBlock)
        blocks.parse(BlockType.DATA, outline.partOffset(part), new BlockBody(body, 0, body.length));
  }
}
