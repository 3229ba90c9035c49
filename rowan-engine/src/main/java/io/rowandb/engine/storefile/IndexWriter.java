package io.rowandb.engine.storefile;

import java.io.IOException;

/**
 * Writes the index over data blocks. Entries fill a leaf; a full leaf is written between the data
 * blocks and leaves an entry in the root. A root that is too large at the end is divided into
 * intermediate blocks under a new root, until it fits. If no leaf is full, the only leaf is the
 * root. Used by one thread.
 */
final class IndexWriter {
  // Fixed at construction.
  private final BlockWriter blocks;
  private final int maxBlockBytes;

  // What is not written yet.
  private final BlockIndexBuilder leaf = new BlockIndexBuilder();
  private BlockIndexBuilder root = new BlockIndexBuilder();

  // What is written.
  private int levels = 1;
  private long dataBlocks;
  private long bytes;

  IndexWriter(BlockWriter blocks, int maxBlockBytes) {
    this.blocks = blocks;
    this.maxBlockBytes = maxBlockBytes;
  }

  /** Notes a data block. */
  void add(byte[] key, long offset, int size) {
    leaf.add(key, 0, key.length, offset, size, 0);
    dataBlocks++;
  }

  /** Writes the leaf if it is full. */
  void writeFullLeaf() throws IOException {
    if (leaf.count() > 0 && leaf.blockBytes() >= maxBlockBytes) {
      writeLeaf();
    }
  }

  /** Writes the leaf, unless it can be the root itself. To be called once, after the last block. */
  void writeLastLeaf() throws IOException {
    if (leaf.count() == 0) {
      return;
    }
    if (root.count() == 0) {
      root = leaf;
    } else {
      writeLeaf();
    }
  }

  private void writeLeaf() throws IOException {
    levels = 2;
    writeBlock(BlockType.LEAF_INDEX, leaf, root, dataBlocks);
    leaf.clear();
  }

  /** Writes intermediate blocks and the root; what comes next is the rest of load-on-open. */
  long writeRoot() throws IOException {
    byte[] middleKeyPlace = levels > 1 ? root.middleKeyPlace() : new byte[0];
    while (root.rootBytes() > maxBlockBytes
        && root.count() > HFileFormat.INDEX_MIN_ENTRIES
        && levels < HFileFormat.INDEX_MAX_LEVELS
        && levels > 1) {
      root = writeIntermediates(root);
      levels++;
    }
    long offset = blocks.position();
    ByteSink body = blocks.start(BlockType.ROOT_INDEX);
    root.encodeRoot(body);
    body.put(middleKeyPlace);
    bytes += blocks.bodyBytes();
    blocks.write();
    return offset;
  }

  private BlockIndexBuilder writeIntermediates(BlockIndexBuilder level) throws IOException {
    BlockIndexBuilder above = new BlockIndexBuilder();
    BlockIndexBuilder block = new BlockIndexBuilder();
    for (int i = 0; i < level.count(); i++) {
      block.add(level, i);
      if (i >= HFileFormat.INDEX_MIN_ENTRIES && block.rootBytes() >= maxBlockBytes) {
        writeBlock(BlockType.INTERMEDIATE_INDEX, block, above, 0);
        block.clear();
      }
    }
    if (block.count() > 0) {
      writeBlock(BlockType.INTERMEDIATE_INDEX, block, above, 0);
    }
    return above;
  }

  private void writeBlock(
      BlockType type, BlockIndexBuilder entries, BlockIndexBuilder above, long blocksBelow)
      throws IOException {
    long offset = blocks.position();
    entries.encode(blocks.start(type));
    bytes += blocks.bodyBytes();
    int size = blocks.write();
    above.add(entries.keyBytes(), 0, entries.keyLength(0), offset, size, blocksBelow);
  }

  /** Levels of the index, at least 1. */
  int levels() {
    return levels;
  }

  /** Entries in the root. */
  int rootEntries() {
    return root.count();
  }

  /** Uncompressed bodies of all index blocks. */
  long bytes() {
    return bytes;
  }
}
