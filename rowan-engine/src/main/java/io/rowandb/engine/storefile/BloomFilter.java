package io.rowandb.engine.storefile;

import io.rowandb.engine.io.CorruptFileException;
import java.io.IOException;
import java.util.Arrays;

/** The Bloom filter of an open file; its chunks are loaded on demand. Immutable. */
final class BloomFilter {
  /** More hash functions than this would mean an error rate of one in 2^64. */
  private static final int MAX_FUNCTIONS = 64;

  private final BlockReader blocks;
  private final BloomType type;
  private final int prefixBytes;
  private final long bytes;
  private final int functions;
  private final byte[][] firstKeys;
  private final long[] offsets;
  private final int[] sizes;

  private BloomFilter(
      BlockReader blocks, BloomType type, int prefixBytes, long bytes, int functions, int chunks) {
    this.blocks = blocks;
    this.type = type;
    this.prefixBytes = prefixBytes;
    this.bytes = bytes;
    this.functions = functions;
    this.firstKeys = new byte[chunks][];
    this.offsets = new long[chunks];
    this.sizes = new int[chunks];
  }

  /**
   * Reads a GENERAL_BLOOM_META body.
   *
   * @param type what the filter knows
   * @param prefixBytes how long the prefixes are, if it knows prefixes
   * @return null when the filter uses a hash this reader does not know; the file is then read
   *     without
   */
  static BloomFilter parse(ByteCursor in, BlockReader blocks, BloomType type, int prefixBytes)
      throws CorruptFileException {
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
    BloomFilter filter = new BloomFilter(blocks, type, prefixBytes, bytes, functions, chunks);
    for (int i = 0; i < chunks; i++) {
      filter.offsets[i] = in.readLong();
      filter.sizes[i] = in.readInt();
      filter.firstKeys[i] = in.readBytes(in.readVlength());
      if (type == BloomType.ROWCOL && !BloomKey.isColumn(filter.firstKeys[i])) {
        throw in.corrupt("chunk " + i + " begins with no column's key");
      }
      blocks.indexLimits().check(filter.offsets[i], filter.sizes[i], in);
    }
    return filter;
  }

  /** Bytes of all chunks together, as its writer counted them. */
  long bytes() {
    return bytes;
  }

  int chunks() {
    return offsets.length;
  }

  long chunkOffset(int chunk) {
    return offsets[chunk];
  }

  int chunkBytes(int chunk) {
    return sizes[chunk];
  }

  /** What it knows. */
  BloomType type() {
    return type;
  }

  /** Bytes of the rows that it knows, if it knows prefixes. */
  int prefixBytes() {
    return prefixBytes;
  }

  /** False when the row is certainly not in the file; true whenever the filter is of columns. */
  boolean mayContainRow(byte[] row) throws IOException {
    return switch (type) {
      case NONE, ROWCOL -> true;
      case ROW -> mayContain(row, row.length);
      case ROWPREFIX_FIXED_LENGTH -> mayContain(row, Math.min(prefixBytes, row.length));
    };
  }

  /**
   * False when the file has certainly no cell of the column. Only of a filter of columns; what
   * deletes a whole family is in the column with the empty name.
   */
  boolean mayContainColumn(byte[] row, byte[] qualifier) throws IOException {
    byte[] key = BloomKey.ofColumn(row, qualifier);
    return mayContain(key, key.length);
  }

  /** False when certainly none of the keys in the file is the first bytes of {@code key}. */
  private boolean mayContain(byte[] key, int length) throws IOException {
    int low = 0;
    int high = firstKeys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(firstKeys[middle], key, length) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return false;
    }
    int hash = MurmurHash.hash(key, 0, length, 0);
    int step = MurmurHash.hash(key, 0, length, hash);
    return blocks.bloomChunk(offsets[low - 1], sizes[low - 1]).contains(hash, step, functions);
  }

  private int compare(byte[] firstKey, byte[] key, int length) {
    return type == BloomType.ROWCOL
        ? BloomKey.compareColumns(firstKey, key)
        : Arrays.compareUnsigned(firstKey, 0, firstKey.length, key, 0, length);
  }
}
