package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileSystem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes one store file from front to back, as HBase's own writer does. Needs memory for a data
 * block, a leaf of the index, a chunk of the Bloom filter, and the index's entries above the
 * leaves. Used by one thread; lives until {@link #finish} or {@link #close}.
 */
public final class StoreFileWriter implements Closeable {
  /** What a cell may take in a block besides its bytes: more lengths, flags, its sequence id. */
  private static final int MAX_OVERHEAD_BYTES = 64;

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path path;
  private final StoreFileOptions options;
  private final AppendFile file;
  private final BlockWriter blocks;
  private final byte[] wrappedKey;
  private final BlockEncoder cells;
  private final boolean parts;
  private final IndexWriter index;
  private final BloomFilterWriter bloomFilter;
  private final StoreFileStatistics statistics;

  // The data block being filled.
  private boolean inBlock;
  private int partStart;
  private final Cell first = new Cell();
  private final Cell last = new Cell();
  private Cell lastOfPrevious;
  private long firstDataOffset = -1;
  private long lastDataOffset = -1;

  private boolean finished;
  private boolean closed;

  private StoreFileWriter(
      FileSystem fileSystem,
      Path path,
      StoreFileOptions options,
      long createdMillis,
      AppendFile file)
      throws IOException {
    this.fileSystem = fileSystem;
    this.path = path;
    this.options = options;
    this.file = file;
    StoreFileEncryption encryption = options.encryption();
    DataKey key = encryption == null ? null : encryption.keyOfNewFile();
    this.wrappedKey = key == null ? null : encryption.wrap(key);
    this.blocks = new BlockWriter(file, options, key);
    this.cells = BlockEncoders.of(CellLayout.of(options));
    this.parts =
        options.compression().hasParts()
            && options.encoding() == BlockEncoding.NONE
            && key == null
            && options.blockBytes() >= 2 * HFileFormat.PART_BYTES;
    this.index = new IndexWriter(blocks, options.indexChunkBytes());
    this.bloomFilter =
        options.bloom().type() == BloomType.NONE
            ? null
            : new BloomFilterWriter(blocks, options.bloom());
    this.statistics = new StoreFileStatistics(createdMillis);
  }

  /**
   * Creates the file.
   *
   * @param createdMillis the present time, kept in the file
   */
  public static StoreFileWriter create(
      FileSystem fileSystem, Path path, StoreFileOptions options, long createdMillis)
      throws IOException {
    AppendFile file = fileSystem.create(path);
    StoreFileWriter writer = null;
    try {
      writer = new StoreFileWriter(fileSystem, path, options, createdMillis, file);
      return writer;
    } finally {
      if (writer == null) { // its buffers were too much for the heap, or a key is missing
        file.close();
        fileSystem.delete(path);
      }
    }
  }

  /**
   * Appends a cell; its bytes are copied.
   *
   * @throws IllegalArgumentException when it sorts before the cell appended last, is larger than a
   *     block can be, has tags in a file without, or is of another family in an encoding that keeps
   *     one
   */
  public void append(Cell cell) throws IOException {
    checkOpen();
    checkCell(cell);
    boolean newKey = checkOrder(cell);
    // As HBase does it: the cell counts for the filter before the block before it is finished.
    if (bloomFilter != null) {
      bloomFilter.add(cell, statistics.cells() == 0 ? null : last);
    }
    // Cells of one key, which differ in their sequence ids only, stay together in a block.
    if (inBlock && newKey && cells.bytes() >= options.blockBytes()) {
      finishBlock();
      writeInlineBlocks();
    }
    if (!inBlock) {
      startBlock(cell);
    }
    long bytes = Math.max(cells.bytes(), blocks.bodyBytes());
    if (bytes > HFileFormat.MAX_BODY_BYTES - cell.length() - MAX_OVERHEAD_BYTES) {
      throw new IOException(
          "More than "
              + HFileFormat.MAX_BODY_BYTES
              + " bytes of writes of one key, which no block may hold: "
              + cell);
    }
    if (parts && newKey && cells.bytes() - partStart >= HFileFormat.PART_BYTES) {
      blocks.cut();
      partStart = cells.bytes();
    }
    cells.append(cell, last);
    statistics.add(cell);
  }

  private void checkCell(Cell cell) {
    assert CellCodec.check(cell.array(), cell.offset(), cell.length()) == null : cell;
    if (cell.length() > HFileFormat.MAX_BODY_BYTES - options.blockBytes()) {
      throw new IllegalArgumentException(
          "Cell of " + cell.length() + " bytes is larger than a block can be: " + cell);
    }
    if (cell.tagsLength() > 0 && !options.tags()) {
      throw new IllegalArgumentException(
          "Cell has "
              + cell.tagsLength()
              + " bytes of tags and the file is written without: "
              + cell);
    }
  }

  /** Refuses a cell out of order; whether its key differs from the last one's. */
  private boolean checkOrder(Cell cell) {
    if (statistics.cells() == 0) {
      return true;
    }
    int c = CellOrder.compareKeys(last, cell);
    if (c > 0 || (c == 0 && options.sequences() && last.sequence() < cell.sequence())) {
      throw new IllegalArgumentException(
          "Cells must be appended in order: " + cell + " after " + last + " in " + path);
    }
    return c < 0;
  }

  private void startBlock(Cell cell) {
    byte[] key = CellCodec.keyOnly(cell);
    first.set(key, 0, key.length, 0);
    cells.start(blocks.start(options.encoding().blockType()));
    inBlock = true;
    partStart = 0;
  }

  /** Bytes of the file so far, without the block being filled. */
  public long bytesWritten() {
    return blocks.position();
  }

  private void finishBlock() throws IOException {
    if (!inBlock) {
      return;
    }
    cells.finish();
    byte[] key =
        lastOfPrevious == null ? IndexKey.of(first) : IndexKey.between(lastOfPrevious, first);
    // The arrays of the block are used again, so what is still needed of it is copied.
    byte[] lastKey = CellCodec.keyOnly(last);
    last.set(lastKey, 0, lastKey.length, last.sequence());
    lastOfPrevious = new Cell().set(last);
    lastDataOffset = blocks.position();
    if (firstDataOffset < 0) {
      firstDataOffset = lastDataOffset;
    }
    index.add(key, lastDataOffset, blocks.write());
    inBlock = false;
  }

  private void writeInlineBlocks() throws IOException {
    index.writeFullLeaf();
    if (bloomFilter != null) {
      bloomFilter.writeFullChunks();
    }
  }

  /**
   * Writes index, Bloom filter and trailer, forces the file to disk and closes it.
   *
   * @param maxSequence the highest sequence id that went into the file, also of cells that were
   *     dropped on the way
   * @param majorCompaction whether a major compaction writes it
   */
  public StoreFileInfo finish(long maxSequence, boolean majorCompaction) throws IOException {
    checkOpen();
    finishBlock();
    index.writeLastLeaf();
    if (bloomFilter != null) {
      bloomFilter.writeLastChunk();
    }
    long inlineBytes = blocks.uncompressedBytes();
    long rootOffset = index.writeRoot();
    long indexBytes = blocks.uncompressedBytes() - inlineBytes;
    blocks.start(BlockType.ROOT_INDEX);
    blocks.write();
    long factsOffset = blocks.position();
    FileFacts facts = statistics.facts(options, last, maxSequence, majorCompaction);
    if (bloomFilter != null && !bloomFilter.isEmpty()) {
      bloomFilter.describe(facts, last);
    }
    facts.encode(blocks.start(BlockType.FILE_INFO));
    blocks.write();
    if (bloomFilter != null && !bloomFilter.isEmpty()) {
      bloomFilter.writeMeta();
    }
    // HBase leaves the root and intermediate index blocks out of the sum; so do we.
    long totalBytes = blocks.uncompressedBytes() - indexBytes + HFileFormat.TRAILER_BYTES;
    blocks.writeRaw(
        new Trailer(
                factsOffset,
                rootOffset,
                index.bytes(),
                totalBytes,
                index.rootEntries(),
                0,
                statistics.cells(),
                index.levels(),
                firstDataOffset,
                lastDataOffset,
                options.compression(),
                wrappedKey)
            .encode());
    file.force();
    file.close();
    finished = true;
    StoreFileInfo info =
        statistics.info(path, blocks.position(), last, maxSequence, majorCompaction);
    close();
    return info;
  }

  /** Deletes the file unless it was finished. Closing twice does nothing. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    blocks.close();
    if (!finished) {
      try {
        file.close();
      } finally {
        fileSystem.delete(path);
      }
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("Writer of " + path + " is closed");
    }
  }
}
