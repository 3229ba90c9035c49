package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Builds the row Bloom filter: chunks of a fixed size, each for some consecutive rows, written
 * between the data blocks as they fill up. The last one is folded to the size its rows need. Used
 * by one thread; memory is one chunk and those that filled up since the last data block.
 */
final class BloomFilterWriter {
  /** io.storefile.bloom.max.fold: a chunk can be halved this often, so its size is a multiple. */
  private static final int MAX_FOLDS = 7;

  /** The number of {@link MurmurHash} in the file. */
  static final int MURMUR = 1;

  private record FullChunk(byte[] firstRow, byte[] bits) {}

  // Fixed at construction.
  private final BlockWriter blocks;
  private final int chunkBytes;
  private final int chunkRows;
  private final int functions;

  // The chunk being filled.
  private byte[] bits;
  private byte[] firstRow;
  private int rows;

  // What is full, and what is written.
  private final Deque<FullChunk> full = new ArrayDeque<>();
  private final IndexEntries index = new IndexEntries();
  private long totalRows;
  private long totalCapacity;
  private long totalBytes;

  BloomFilterWriter(BlockWriter blocks, StoreFileOptions options) {
    this.blocks = blocks;
    int unit = 1 << MAX_FOLDS;
    this.chunkBytes = (options.bloomChunkBytes() + unit - 1) / unit * unit;
    // HBase keeps the rate as a float; the same rounding gives the same chunks.
    double errorRate = (float) options.bloomErrorRate();
    double bitCount = chunkBytes * (double) Byte.SIZE;
    double log2 = Math.log(2);
    int idealRows = (int) (long) (bitCount * (log2 * log2 / -Math.log(errorRate)));
    // A whole number of bits a row, as HBase rounds.
    long bitsPerRow = (long) bitCount / Math.max(1, idealRows);
    this.functions = (int) Math.ceil(log2 * bitsPerRow);
    this.chunkRows =
        (int)
            (long)
                (-bitCount / functions * Math.log(1 - Math.exp(Math.log(errorRate) / functions)));
  }

  /** Notes the row of a cell; rows come in order, each once. */
  void add(Cell cell) {
    if (bits != null && rows >= chunkRows) {
      finishChunk();
    }
    if (bits == null) {
      bits = new byte[chunkBytes];
      firstRow = cell.row();
      rows = 0;
    }
    int h = MurmurHash.hash(cell.array(), cell.rowOffset(), cell.rowLength(), 0);
    int step = MurmurHash.hash(cell.array(), cell.rowOffset(), cell.rowLength(), h);
    int bitCount = chunkBytes * Byte.SIZE;
    for (int i = 0; i < functions; i++) {
      int bit = Math.abs(h % bitCount);
      bits[bit >> 3] |= (byte) (1 << (bit & 7));
      h += step;
    }
    rows++;
    totalRows++;
  }

  /** Writes the chunks that are full. */
  void writeFullChunks() throws IOException {
    if (bits != null && rows >= chunkRows) {
      finishChunk();
    }
    while (!full.isEmpty()) {
      FullChunk chunk = full.remove();
      long offset = blocks.position();
      blocks.start(BlockType.BLOOM_CHUNK).put(chunk.bits);
      index.add(chunk.firstRow, 0, chunk.firstRow.length, offset, blocks.write(), 0);
    }
  }

  /** Writes the last chunk. */
  void writeLastChunk() throws IOException {
    if (bits != null) {
      finishChunk();
    }
    writeFullChunks();
  }

  /** Halves the chunk while its rows need no more than half, and enqueues it. */
  private void finishChunk() {
    int size = chunkBytes;
    int capacity = chunkRows;
    while ((size & 1) == 0 && capacity > rows << 1) {
      size >>= 1;
      capacity >>= 1;
    }
    for (int from = size; from < chunkBytes; from += size) {
      for (int i = 0; i < size; i++) {
        bits[i] |= bits[from + i];
      }
    }
    full.add(new FullChunk(firstRow, size == chunkBytes ? bits : Arrays.copyOf(bits, size)));
    totalBytes += size;
    totalCapacity += capacity;
    bits = null;
  }

  /** Whether any row was added. */
  boolean isEmpty() {
    return totalRows == 0;
  }

  /** Writes the filter's place in the load-on-open section. */
  void writeMeta() throws IOException {
    ByteSink body = blocks.start(BlockType.GENERAL_BLOOM_META);
    body.putInt(HFileFormat.BLOOM_VERSION)
        .putLong(totalBytes)
        .putInt(functions)
        .putInt(MURMUR)
        .putLong(totalRows)
        .putLong(totalCapacity)
        .putInt(index.count())
        .putVlong(0);
    index.encodeRoot(body);
    blocks.write();
  }
}
