package io.rowandb.engine.storefile;

import io.rowandb.engine.io.CorruptFileException;
import java.io.IOException;
import java.util.Arrays;

/** The row Bloom filter of an open file; its chunks are loaded when asked. Immutable. */
final class BloomFilter {
  /** A chunk of more would have more bits than an int can count. */
  private static final int MAX_CHUNK_BYTES = Integer.MAX_VALUE / Byte.SIZE;

  /** More hash functions than this would mean an error rate of one in 2^64. */
  private static final int MAX_FUNCTIONS = 64;

  private final BlockReader blocks;
  private final long bytes;
  private final int functions;
  private final byte[][] firstRows;
  private final long[] offsets;
  private final int[] sizes;

  private BloomFilter(BlockReader blocks, long bytes, int functions, int chunks) {
    this.blocks = blocks;
    this.bytes = bytes;
    this.functions = functions;
    this.firstRows = new byte[chunks][];
    this.offsets = new long[chunks];
    this.sizes = new int[chunks];
  }

  /**
   * Reads a GENERAL_BLOOM_META body.
   *
   * @return null when the filter uses a hash this reader does not know; the file is then read
   *     without
   */
  static BloomFilter parse(ByteCursor in, BlockReader blocks) throws CorruptFileException {
    int version = in.readInt();
    if (version != HFileFormat.BLOOM_VERSION) {
      throw in.corrupt("version " + version + " instead of " + HFileFormat.BLOOM_VERSION);
    }
    long bytes = in.readLong();
    int functions = in.readInt();
    int hash = in.readInt();
    in.readLong();
    in.readLong();
    int chunks = in.readInt();
    in.advance(in.readVlength());
    if (chunks <= 0
        || chunks > in.remaining() / HFileFormat.INDEX_ENTRY_BYTES
        || functions <= 0
        || functions > MAX_FUNCTIONS) {
      throw in.corrupt(chunks + " chunks with " + functions + " hash functions");
    }
    if (hash != BloomFilterWriter.MURMUR) {
      return null;
    }
    BloomFilter filter = new BloomFilter(blocks, bytes, functions, chunks);
    for (int i = 0; i < chunks; i++) {
      filter.offsets[i] = in.readLong();
      filter.sizes[i] = in.readInt();
      filter.firstRows[i] = in.readBytes(in.readVlength());
      blocks.indexLimits().check(filter.offsets[i], filter.sizes[i], in);
    }
    return filter;
  }

  /** Bytes of all chunks together, as its writer counted them. */
  long bytes() {
    return bytes;
  }

  /** Checks a chunk's body. */
  static BloomChunk chunk(ByteCursor in, long file, long offset, byte[] bytes, int start, int end)
      throws CorruptFileException {
    if (end == start || end - start > MAX_CHUNK_BYTES) {
      throw in.corrupt("chunk of " + (end - start) + " bytes");
    }
    return new BloomChunk(file, offset, bytes, start, end);
  }

  /** False when the row is certainly not in the file. */
  boolean mayContain(byte[] row) throws IOException {
    int low = 0;
    int high = firstRows.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(firstRows[middle], row) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return false;
    }
    int hash = MurmurHash.hash(row, 0, row.length, 0);
    int step = MurmurHash.hash(row, 0, row.length, hash);
    return blocks.bloomChunk(offsets[low - 1], sizes[low - 1]).contains(hash, step, functions);
  }
}
