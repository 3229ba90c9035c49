package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Walks over the blocks of a file from its first byte to the load-on-open section, each loaded,
 * checked and decoded once. The index says where data blocks are; the blocks between them are
 * identified by their headers. Used by one thread; holds one block.
 */
final class BlockWalk {
  // Fixed at construction.
  private final RandomReadFile source;
  private final BlockReader blocks;
  private final FileFindings findings;

  // How far it is.
  private final Map<BlockType, Long> previous = new EnumMap<>(BlockType.class);
  private long position;
  private long uncompressedBytes;
  private long indexBytes;
  private boolean whole = true;

  BlockWalk(RandomReadFile source, BlockReader blocks, FileFindings findings) {
    this.source = source;
    this.blocks = blocks;
    this.findings = findings;
  }

  /** Headers and bodies walked over, without the blocks of the index above its leaves. */
  long uncompressedBytes() {
    return uncompressedBytes;
  }

  /** Bodies of the blocks of the index. */
  long indexBytes() {
    return indexBytes;
  }

  /** Whether every block so far could be read. */
  boolean isWhole() {
    return whole;
  }

  /**
   * Walks up to a data block, and over it.
   *
   * @return the block; null when it cannot be read, which is a finding
   */
  DataBlock dataBlock(long offset, int size) throws IOException {
    if (offset < position) {
      findings.error(offset, "the index has this data block after one that ends at " + position);
      whole = false;
      return null;
    }
    between(offset);
    return (DataBlock) block(BlockType.DATA, offset, size);
  }

  /** Walks over the blocks that the index of data blocks does not name, up to {@code end}. */
  void between(long end) throws IOException {
    while (position < end) {
      byte[] header = new byte[(int) Math.min(HFileFormat.HEADER_BYTES, end - position)];
      source.readFully(position, header, 0, header.length);
      BlockType type = header.length < Long.BYTES ? null : BlockType.of(Bytes.getLong(header, 0));
      long size =
          header.length < HFileFormat.HEADER_BYTES
              ? 0
              : HFileFormat.HEADER_BYTES
                  + (Bytes.getInt(header, HFileFormat.DISK_BYTES_AT) & 0xffffffffL);
      boolean fits = size > HFileFormat.HEADER_BYTES && size <= end - position;
      if (!isInline(type) || !fits || size > HFileFormat.MAX_BODY_BYTES) {
        findings.error(
            position,
            (type == null ? "no block" : type + " block of " + size + " bytes")
                + " where blocks of index, filter or metadata fill "
                + (end - position)
                + " bytes");
        whole = false;
        position = end;
        return;
      }
      Block block = block(type, position, (int) size);
      assert block == null || block.type() == type;
    }
  }

  private static boolean isInline(BlockType type) {
    return type == BlockType.LEAF_INDEX
        || type == BlockType.INTERMEDIATE_INDEX
        || type == BlockType.BLOOM_CHUNK
        || type == BlockType.META;
  }

  private Block block(BlockType type, long offset, int size) throws IOException {
    position = offset + size;
    byte[] disk = new byte[size];
    source.readFully(offset, disk, 0, size);
    long before = previous.getOrDefault(type, BlockWriter.NONE_BEFORE);
    previous.put(type, offset);
    try {
      BlockBody body = blocks.unpack(type, offset, disk, 0, size, true);
      if (Bytes.getLong(disk, HFileFormat.PREVIOUS_AT) != before && whole) {
        findings.error(
            offset,
            type
                + " block names "
                + Bytes.getLong(disk, HFileFormat.PREVIOUS_AT)
                + " as the one before, which is at "
                + before);
      }
      if (type != BlockType.INTERMEDIATE_INDEX) {
        uncompressedBytes += HFileFormat.HEADER_BYTES + body.length();
      }
      if (type == BlockType.LEAF_INDEX || type == BlockType.INTERMEDIATE_INDEX) {
        indexBytes += body.length();
      }
      return type == BlockType.META ? null : blocks.parse(type, offset, body);
    } catch (CorruptFileException e) {
      findings.add(e);
      whole = false;
      return null;
    }
  }
}
