package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.DataKey;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Writes blocks to a file: header, compressed and encrypted body, checksums. One block at a time is
 * built in memory, so memory is bounded by its size. Owned by one file writer.
 */
final class BlockWriter implements Closeable {
  private static final int FIRST_BODY_BYTES = 80 << 10;

  /** Stands for a block before the first of its type. */
  static final long NONE_BEFORE = -1;

  // Fixed at construction.
  private final AppendFile file;
  private final BlockCompressor compressor;
  private final int checksumChunkBytes;

  /** Encrypts bodies; null when they are not. */
  private final DataKey key;

  // The block being built.
  private final ByteSink body = new ByteSink(FIRST_BODY_BYTES);
  private final ByteSink compressed = new ByteSink(0);
  private final ByteSink encrypted = new ByteSink(0);
  private BlockType type;

  /** Where parts but the first start in {@link #body}. */
  private int[] cuts = new int[16];

  private int cutCount;

  // Where the file stands, and where the last block of each type began.
  private final Map<BlockType, Long> previous = new EnumMap<>(BlockType.class);
  private long position;
  private long uncompressedBytes;

  /**
   * @param key what bodies are encrypted with, or null
   */
  BlockWriter(AppendFile file, StoreFileOptions options, DataKey key) {
    this.file = file;
    this.key = key;
    this.compressor =
        options.compression() == Compression.NONE
            ? null
            : BlockCompressor.of(options.compression());
    this.checksumChunkBytes = options.checksumChunkBytes();
  }

  /** Starts a block; its body is what the caller appends to the result. */
  ByteSink start(BlockType blockType) {
    type = blockType;
    cutCount = 0;
    body.truncate(0);
    body.skip(HFileFormat.HEADER_BYTES);
    return body;
  }

  /** What is appended from here on is compressed apart from what was before. */
  void cut() {
    if (cutCount == cuts.length) {
      cuts = Arrays.copyOf(cuts, cutCount * 2);
    }
    cuts[cutCount++] = body.size();
  }

  /** Writes the block started last and returns its bytes on disk. */
  int write() throws IOException {
    int bodyBytes = bodyBytes();
    ByteSink block = key == null ? compress() : encrypt(compress());
    int checksummed = block.size();
    int checksums = HFileFormat.checksums(checksummed, checksumChunkBytes);
    block.skip(checksums * HFileFormat.CHECKSUM_BYTES);
    byte[] bytes = block.array();
    Bytes.putLong(bytes, HFileFormat.MAGIC_AT, type.magic());
    Bytes.putInt(bytes, HFileFormat.DISK_BYTES_AT, block.size() - HFileFormat.HEADER_BYTES);
    Bytes.putInt(bytes, HFileFormat.BODY_BYTES_AT, bodyBytes);
    Bytes.putLong(bytes, HFileFormat.PREVIOUS_AT, previous.getOrDefault(type, NONE_BEFORE));
    bytes[HFileFormat.CHECKSUM_TYPE_AT] = BlockChecksum.CRC32C;
    Bytes.putInt(bytes, HFileFormat.CHECKSUM_CHUNK_AT, checksumChunkBytes);
    Bytes.putInt(bytes, HFileFormat.CHECKSUMMED_BYTES_AT, checksummed);
    BlockChecksum.append(bytes, checksummed, checksumChunkBytes);
    file.write(bytes, 0, block.size());
    previous.put(type, position);
    position += block.size();
    uncompressedBytes += HFileFormat.HEADER_BYTES + bodyBytes;
    return block.size();
  }

  /** Writes bytes that are no block. */
  void writeRaw(byte[] bytes) throws IOException {
    file.write(bytes, 0, bytes.length);
    position += bytes.length;
  }

  private ByteSink compress() {
    if (compressor == null) {
      return body;
    }
    compressed.truncate(0);
    compressed.skip(HFileFormat.HEADER_BYTES);
    int from = HFileFormat.HEADER_BYTES;
    for (int i = 0; i < cutCount; i++) {
      compressor.compress(body.array(), from, cuts[i] - from, compressed);
      from = cuts[i];
    }
    compressor.compress(body.array(), from, body.size() - from, compressed);
    return compressed;
  }

  private ByteSink encrypt(ByteSink block) {
    encrypted.truncate(0);
    encrypted.skip(HFileFormat.HEADER_BYTES);
    BlockCipher.encrypt(
        key,
        block.array(),
        HFileFormat.HEADER_BYTES,
        block.size() - HFileFormat.HEADER_BYTES,
        encrypted);
    return encrypted;
  }

  /** Bytes of the body built so far. */
  int bodyBytes() {
    return body.size() - HFileFormat.HEADER_BYTES;
  }

  /** Where the next block starts. */
  long position() {
    return position;
  }

  /** Headers and bodies written, before compression and without checksums. */
  long uncompressedBytes() {
    return uncompressedBytes;
  }

  @Override
  public void close() {
    if (compressor != null) {
      compressor.close();
    }
  }
}
