package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cell.Bytes;
import java.nio.charset.StandardCharsets;

/** The kinds of block, each with the 8 bytes it begins with (HBase's, frozen). */
enum BlockType {
  /** Cells. */
  DATA("DATABLK*"),
  /** Cells in an encoding that leaves out what neighbours share. */
  ENCODED_DATA("DATABLKE"),
  /** Index entries that point at data blocks. */
  LEAF_INDEX("IDXLEAF2"),
  /** A part of a Bloom filter. */
  BLOOM_CHUNK("BLMFBLK2"),
  /** Named bytes for the writer of the file; Rowan writes none. */
  META("METABLKc"),
  /** Index entries that point at index blocks. */
  INTERMEDIATE_INDEX("IDXINTE2"),
  /** The top of the data index, and the index of the meta blocks. */
  ROOT_INDEX("IDXROOT2"),
  /** The file's map of facts. */
  FILE_INFO("FILEINF2"),
  /** Where the chunks of the Bloom filter are. */
  GENERAL_BLOOM_META("BLMFMET2"),
  /** Where the chunks of the Bloom filter over family deletes are; Rowan skips it. */
  DELETE_FAMILY_BLOOM_META("DFBLMET2"),
  /** The end of the file; not a block, but it begins like one. */
  TRAILER("TRABLK\"$");

  private static final BlockType[] ALL = values();

  private final long magic;

  BlockType(String magic) {
    this.magic = Bytes.getLong(magic.getBytes(StandardCharsets.US_ASCII), 0);
  }

  /** What a cache takes it for. */
  BlockKind kind() {
    return switch (this) {
      case LEAF_INDEX, INTERMEDIATE_INDEX, ROOT_INDEX -> BlockKind.INDEX;
      case BLOOM_CHUNK, GENERAL_BLOOM_META, DELETE_FAMILY_BLOOM_META -> BlockKind.BLOOM;
      case DATA, ENCODED_DATA, META, FILE_INFO, TRAILER -> BlockKind.DATA;
    };
  }

  /** The first 8 bytes of such a block as one big-endian number. */
  long magic() {
    return magic;
  }

  /** Whether {@code magic} starts a block of this type. */
  boolean startsWith(long magic) {
    return this.magic == magic;
  }

  /** The type that starts with these 8 bytes, or null. */
  static BlockType of(long magic) {
    for (BlockType type : ALL) {
      if (type.magic == magic) {
        return type;
      }
    }
    return null;
  }
}
