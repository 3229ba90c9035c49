package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Builds a Bloom filter: chunks of a fixed size, each for some consecutive keys, written between
 * the data blocks as they fill up. The last one is folded to the size its keys need. Used by one
 * thread; memory is one chunk and those filled since the last data block.
 */
final class BloomFilterWriter {
  /** The class that compares columns in HBase; rows need none. */
  private static final String COLUMN_COMPARATOR = "org.apache.hadoop.hbase.CellComparatorImpl";

  /** The number of {@link MurmurHash} in the file. */
  static final int MURMUR = 1;

  private record FullChunk(byte[] firstKey, byte[] bits) {}

  // Fixed at construction.
  private final BlockWriter blocks;
  private final BloomOptions options;
  private final int chunkBytes;
  private final int chunkKeys;
  private final int functions;

  // The chunk being filled.
  private final BloomKey key;
  private byte[] bits;
  private byte[] firstKey;
  private int keys;

  // What is full, and what is written.
  private final Deque<FullChunk> full = new ArrayDeque<>();
  private final BlockIndexBuilder index = new BlockIndexBuilder();
  private long totalKeys;
  private long totalCapacity;
  private long totalBytes;

  BloomFilterWriter(BlockWriter blocks, BloomOptions options) {
    this.blocks = blocks;
    this.options = options;
    this.key = new BloomKey(options.type(), options.prefixBytes());
    int unit = 1 << options.maxFolds();
    this.chunkBytes = (options.chunkBytes() + unit - 1) / unit * unit;
    double errorRate = errorRate(options);
    double bitCount = chunkBytes * (double) Byte.SIZE;
    double log2 = Math.log(2);
    int idealKeys = (int) (long) (bitCount * (log2 * log2 / -Math.log(errorRate)));
    // A whole number of bits a key, as HBase rounds.
    long bitsPerKey = (long) bitCount / Math.max(1, idealKeys);
    this.functions = (int) Math.ceil(log2 * bitsPerKey);
    this.chunkKeys =
        (int)
            (long)
                (-bitCount / functions * Math.log(1 - Math.exp(Math.log(errorRate) / functions)));
  }

  /** HBase keeps the rate as a float; the same rounding gives the same chunks. */
  private static double errorRate(BloomOptions options) {
    float rate = (float) options.errorRate();
    // HBase asks a filter of columns twice, for the column and for deletes of the whole row.
    return options.type() == BloomType.ROWCOL ? (float) (1 - Math.sqrt(1 - rate)) : rate;
  }

  /**
   * Notes a cell; cells come in order.
   *
   * @param before the cell before; null for the first
   */
  void add(Cell cell, Cell before) {
    if (before != null && key.isSame(cell, before)) {
      return;
    }
    key.set(cell);
    if (bits != null && keys >= chunkKeys) {
      finishChunk();
    }
    if (bits == null) {
      bits = new byte[chunkBytes];
      firstKey = key.toByteArray();
      keys = 0;
    }
    int h = MurmurHash.hash(key.array(), key.offset(), key.length(), 0);
    int step = MurmurHash.hash(key.array(), key.offset(), key.length(), h);
    int bitCount = chunkBytes * Byte.SIZE;
    for (int i = 0; i < functions; i++) {
      int bit = Math.abs(h % bitCount);
      bits[bit >> 3] |= (byte) (1 << (bit & 7));
      h += step;
    }
    keys++;
    totalKeys++;
  }

  /** Writes the chunks that are full. */
  void writeFullChunks() throws IOException {
    if (bits != null && keys >= chunkKeys) {
      finishChunk();
    }
    while (!full.isEmpty()) {
      FullChunk chunk = full.remove();
      long offset = blocks.position();
      blocks.start(BlockType.BLOOM_CHUNK).put(chunk.bits);
      index.add(chunk.firstKey, 0, chunk.firstKey.length, offset, blocks.write(), 0);
    }
  }

  /** Writes the last chunk. */
  void writeLastChunk() throws IOException {
    if (bits != null) {
      finishChunk();
    }
    writeFullChunks();
  }

  /** Halves the chunk while its keys need no more than half, and enqueues it. */
  private void finishChunk() {
    int size = chunkBytes;
    int capacity = chunkKeys;
    while ((size & 1) == 0 && capacity > keys << 1) {
      size >>= 1;
      capacity >>= 1;
      for (int i = 0; i < size; i++) {
        bits[i] |= bits[size + i];
      }
    }
    full.add(new FullChunk(firstKey, size == chunkBytes ? bits : Arrays.copyOf(bits, size)));
    totalBytes += size;
    totalCapacity += capacity;
    bits = null;
  }

  /** Whether any key was added. */
  boolean isEmpty() {
    return totalKeys == 0;
  }

  /**
   * Puts what the file info says of the filter.
   *
   * @param last the last cell that was added
   */
  void describe(FileFacts facts, Cell last) {
    facts.put(FileFacts.BLOOM_TYPE, options.type().nameBytes());
    facts.put(FileFacts.LAST_BLOOM_KEY, key.set(last).toByteArray());
    if (options.type() == BloomType.ROWPREFIX_FIXED_LENGTH) {
      facts.putInt(FileFacts.BLOOM_PREFIX_BYTES, options.prefixBytes());
    }
  }

  /** Writes the filter's place in the load-on-open section. */
  void writeMeta() throws IOException {
    ByteSink body = blocks.start(BlockType.GENERAL_BLOOM_META);
    body.putInt(HFileFormat.BLOOM_VERSION)
        .putLong(totalBytes)
        .putInt(functions)
        .putInt(MURMUR)
        .putLong(totalKeys)
        .putLong(totalCapacity)
        .putInt(index.count());
    byte[] comparator =
        options.type() == BloomType.ROWCOL
            ? COLUMN_COMPARATOR.getBytes(StandardCharsets.US_ASCII)
            : new byte[0];
    body.putVlong(comparator.length).put(comparator);
    index.encodeRoot(body);
    blocks.write();
  }
}
