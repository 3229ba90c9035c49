package io.rowandb.engine.storefile;

import java.nio.charset.StandardCharsets;

/**
 * How the cells of a data block are written; HBase's DATA_BLOCK_ENCODING. Names and ids are HBase's
 * and frozen: the name is in the file info, the id in every encoded block.
 */
public enum BlockEncoding {
  /** Whole cells, one behind the other. */
  NONE(0),
  /** The key's prefix shared with the cell before is left out. */
  PREFIX(2),
  /** As PREFIX, and timestamps, types and lengths as differences. */
  DIFF(3),
  /** As DIFF, cheaper to decode; a value like the one before is left out too. */
  FAST_DIFF(4),
  /** Whole cells, followed by the offsets of the rows. */
  ROW_INDEX_V1(7);

  /** Bytes of the id, with which every encoded body begins. */
  static final int ID_BYTES = Short.BYTES;

  private static final BlockEncoding[] ALL = values();

  private final int id;

  BlockEncoding(int id) {
    this.id = id;
  }

  /** The number in each block. */
  int id() {
    return id;
  }

  /** The name as it stands in the file info. */
  byte[] nameBytes() {
    return name().getBytes(StandardCharsets.US_ASCII);
  }

  /** The encoding of this name in a file info, or null when Rowan cannot read it. */
  static BlockEncoding ofName(byte[] name) {
    String text = new String(name, StandardCharsets.ISO_8859_1);
    for (BlockEncoding encoding : ALL) {
      if (encoding.name().equals(text)) {
        return encoding;
      }
    }
    return null;
  }

  /** What the data blocks of a file in this encoding are on disk. */
  BlockType blockType() {
    return this == NONE ? BlockType.DATA : BlockType.ENCODED_DATA;
  }

  /** Whether cells are made anew when a block is read: their bytes are not in the block. */
  boolean leavesBytesOut() {
    return switch (this) {
      case NONE, ROW_INDEX_V1 -> false;
      case PREFIX, DIFF, FAST_DIFF -> true;
    };
  }
}
