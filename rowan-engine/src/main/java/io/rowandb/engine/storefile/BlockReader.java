package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.CachedBlock;
import io.rowandb.engine.cache.FileCache;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import java.util.zip.DataFormatException;

/**
 * Loads the blocks of one open file: from the cache, or with one read, checked, decrypted and
 * decompressed. Safe for use by many threads.
 */
final class BlockReader implements IndexCursor.Source {
  /** The largest array a thread keeps for reading: room for blocks of twice the usual size. */
  private static final int MAX_SCRATCH_BYTES = 128 << 10;

  /** What compressed blocks are read into, so that a read leaves no garbage but what it unpacks. */
  private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[0]);

  // Fixed at construction.
  private final RandomReadFile source;
  private final Path path;
  private final long dataEnd;
  private final long maxBodyBytes;
  private final Compression compression;
  private final BlockDecompressor decompressor;

  /** What bodies are encrypted with; null when they are not. */
  private final DataKey key;

  private final FileCache cache;

  // Fixed before any other thread sees this, by describeCells.
  private CellLayout layout;
  private long assignedSequence = AssignedSequence.NONE;
  private PartReader parts;
  private boolean checksumsDue;

  /** The last block without checksums that was read before that was known, or -1. */
  private long withoutChecksums = -1;

  /**
   * @param trailer the file's: no block that an index names is behind the start of its load-on-open
   *     section, and none has more than it says of all
   * @param key what bodies are encrypted with, or null
   */
  BlockReader(RandomReadFile source, Path path, Trailer trailer, DataKey key, FileCache cache) {
    this.source = source;
    this.path = path;
    this.dataEnd = trailer.loadOnOpenOffset();
    this.maxBodyBytes = Math.min(HFileFormat.MAX_BODY_BYTES, trailer.totalBytes());
    this.compression = trailer.compression();
    this.decompressor = compression == Compression.NONE ? null : BlockDecompressor.of(compression);
    this.key = key;
    this.cache = cache;
  }

  /** Tells how cells are written, once the file info is known. */
  void describeCells(CellLayout newLayout) {
    layout = newLayout;
    if (compression.hasParts() && newLayout.encoding() == BlockEncoding.NONE && key == null) {
      parts = new PartReader(this, decompressor);
    }
  }

  /** Gives all cells this sequence id, if it is one, whatever follows them. */
  void assignSequence(long sequence) {
    assignedSequence = sequence;
  }

  /**
   * Tells that every block has checksums, as this engine writes them. A block that says it has none
   * is then damaged: HBase may be told to write such, and one wrong bit makes one.
   */
  void expectChecksums() throws CorruptFileException {
    checksumsDue = true;
    if (withoutChecksums >= 0) {
      throw corrupt(withoutChecksums, "block without checksums in a file with");
    }
  }

  /** Loads parts of data blocks; null when this file's have none. */
  PartReader parts() {
    return parts;
  }

  Path path() {
    return path;
  }

  long dataEnd() {
    return dataEnd;
  }

  RandomReadFile source() {
    return source;
  }

  FileCache cache() {
    return cache;
  }

  IndexBlock.Limits indexLimits() {
    return new IndexBlock.Limits(path, cache.file(), dataEnd);
  }

  /** A data block; kept in the cache if {@code keep}. */
  DataBlock dataBlock(long offset, int size, boolean keep) throws IOException {
    return (DataBlock) block(BlockType.DATA, offset, size, keep);
  }

  /** The same, when the cache was asked for it and did not have it. */
  DataBlock missedDataBlock(long offset, int size, boolean keep) throws IOException {
    return (DataBlock) missed(BlockType.DATA, offset, size, keep);
  }

  /**
   * Loads a block into the cache for readers to come.
   *
   * @param evict whether others may have to go for it
   * @return whether there was room for it
   */
  boolean loadAhead(BlockType type, long offset, int size, boolean evict) throws IOException {
    if (!cache.contains(offset)) {
      Block block = load(type, offset, size);
      if (!evict && !cache.hasRoom(block)) {
        return false;
      }
      cache.loadedAhead(block);
    }
    return true;
  }

  /** An index block, loaded without a note in the cache, since it is not a read by a user. */
  IndexBlock indexBlockUnnoted(BlockType type, long offset, int size) throws IOException {
    CachedBlock cached = cache.peek(offset);
    return (IndexBlock) (cached == null ? load(type, offset, size) : check((Block) cached, type));
  }

  @Override
  public IndexBlock indexBlock(BlockType type, long offset, int size) throws IOException {
    return (IndexBlock) block(type, offset, size, true);
  }

  /** A part of the Bloom filter. */
  BloomChunk bloomChunk(long offset, int size) throws IOException {
    return (BloomChunk) block(BlockType.BLOOM_CHUNK, offset, size, true);
  }

  private Block block(BlockType type, long offset, int size, boolean keep) throws IOException {
    Block cached = cached(type, offset);
    return cached != null ? cached : missed(type, offset, size, keep);
  }

  private Block missed(BlockType type, long offset, int size, boolean keep) throws IOException {
    if (!cache.keeps(type.kind(), keep)) {
      Block loaded = load(type, offset, size);
      cache.loaded(loaded, false);
      return loaded;
    }
    Lock lock = cache.loadLock(offset);
    lock.lock();
    try {
      CachedBlock meanwhile = cache.foundMeanwhile(offset);
      if (meanwhile != null) {
        return check((Block) meanwhile, type);
      }
      Block loaded = load(type, offset, size);
      cache.loaded(loaded, true);
      return loaded;
    } finally {
      lock.unlock();
    }
  }

  /** The block if it is in the cache, or null. */
  Block cached(BlockType type, long offset) throws CorruptFileException {
    CachedBlock block = cache.get(offset, type.kind());
    return block == null ? null : check((Block) block, type);
  }

  /** Two index entries that lead to one place may not disagree about its type. */
  Block check(Block block, BlockType type) throws CorruptFileException {
    if (block.type() != type) {
      throw corrupt(block.offset(), "block of type " + block.type() + " instead of " + type);
    }
    return block;
  }

  private Block load(BlockType type, long offset, int size) throws IOException {
    boolean own = keepsDisk(type) || size > MAX_SCRATCH_BYTES;
    byte[] disk = own ? new byte[size] : buffer(size);
    source.readFully(offset, disk, 0, size);
    return parse(type, offset, unpack(type, offset, disk, 0, size, own));
  }

  /** Whether the block that is made of the bytes on disk uses their array. */
  private boolean keepsDisk(BlockType type) {
    return decompressor == null && !isDecoded(type);
  }

  /** Whether the cells of a block are made anew. */
  private boolean isDecoded(BlockType type) {
    return type == BlockType.DATA && layout.encoding().leavesBytesOut();
  }

  /** An array for what is unpacked from it at once; this thread's own, unless it is large. */
  static byte[] buffer(int size) {
    if (size > MAX_SCRATCH_BYTES) {
      return new byte[size];
    }
    byte[] array = SCRATCH.get();
    if (array.length < size) {
      array = new byte[Math.max(size, Math.min(2 * size, MAX_SCRATCH_BYTES))];
      SCRATCH.set(array);
    }
    return array;
  }

  /** Makes a block of a body that passed {@link #unpack}. */
  Block parse(BlockType type, long offset, BlockBody body) throws CorruptFileException {
    return switch (type) {
      case DATA -> dataBlock(offset, body);
      case LEAF_INDEX, INTERMEDIATE_INDEX ->
          IndexBlock.parse(type, indexLimits(), offset, body.bytes(), body.start(), body.end());
      case BLOOM_CHUNK ->
          BloomChunk.parse(cursor("Bloom filter", offset, body), cache.file(), offset, body);
      case ENCODED_DATA,
              META,
              ROOT_INDEX,
              FILE_INFO,
              GENERAL_BLOOM_META,
              DELETE_FAMILY_BLOOM_META,
              TRAILER ->
          throw new AssertionError("not loaded by an index entry: " + type);
    };
  }

  private DataBlock dataBlock(long offset, BlockBody body) throws CorruptFileException {
    BlockBody cells = plainCells(offset, body);
    return DataBlock.parse(
        path,
        cache.file(),
        offset,
        cells.bytes(),
        cells.start(),
        cells.end(),
        layout.tags(),
        layout.sequences(),
        assignedSequence);
  }

  /** The cells of a data block as they stand in one without an encoding. */
  private BlockBody plainCells(long offset, BlockBody body) throws CorruptFileException {
    BlockEncoding encoding = layout.encoding();
    if (encoding == BlockEncoding.NONE) {
      return body;
    }
    int id =
        body.length() < BlockEncoding.ID_BYTES
            ? -1
            : Bytes.getUnsignedShort(body.bytes(), body.start());
    if (id != encoding.id()) {
      throw corrupt(
          offset,
          "data block in encoding " + id + " of a file in " + encoding + ", " + encoding.id());
    }
    try {
      return encoding.leavesBytesOut()
          ? DeltaDecoder.decode(body, layout)
          : RowIndexFormat.cells(body);
    } catch (DataFormatException e) {
      CorruptFileException corrupt =
          corrupt(offset, "data block is not in encoding " + encoding + ": " + e.getMessage());
      corrupt.initCause(e);
      throw corrupt;
    }
  }

  /** Reads a body field by field. */
  ByteCursor cursor(String what, long offset, BlockBody body) {
    return new ByteCursor(path, offset, what, body.bytes(), body.start(), body.end());
  }

  /**
   * Checks a block as it is on disk and decompresses its body.
   *
   * @param type what it must be; DATA for cells, whatever the encoding
   * @param offset where it starts in the file
   * @param disk holds it from {@code at} on, {@code size} bytes with header and checksums
   * @param own whether the array is the block's to keep, so that a body that is not compressed need
   *     not be copied
   */
  BlockBody unpack(BlockType type, long offset, byte[] disk, int at, int size, boolean own)
      throws CorruptFileException {
    checkType(type, offset, Bytes.getLong(disk, at + HFileFormat.MAGIC_AT));
    int rest = Bytes.getInt(disk, at + HFileFormat.DISK_BYTES_AT);
    int checksumType = disk[at + HFileFormat.CHECKSUM_TYPE_AT];
    int chunkBytes = Bytes.getInt(disk, at + HFileFormat.CHECKSUM_CHUNK_AT);
    int checksummed = Bytes.getInt(disk, at + HFileFormat.CHECKSUMMED_BYTES_AT);
    if (rest != size - HFileFormat.HEADER_BYTES) {
      throw corrupt(
          offset,
          "block says it has " + rest + " bytes after its header where " + size + " are its room");
    }
    if (!BlockChecksum.isKnown(checksumType)
        || chunkBytes <= 0
        || checksummed < HFileFormat.HEADER_BYTES
        || checksummed > size
        || size - checksummed
            != (long) HFileFormat.checksums(checksummed, chunkBytes) * HFileFormat.CHECKSUM_BYTES) {
      throw corrupt(
          offset,
          "block of "
              + size
              + " bytes with checksums of type "
              + checksumType
              + " every "
              + chunkBytes
              + " of "
              + checksummed
              + " bytes");
    }
    if (checksumType == BlockChecksum.NONE) {
      noteWithoutChecksums(offset);
    }
    int wrong = BlockChecksum.firstWrong(checksumType, disk, at, checksummed, chunkBytes);
    if (wrong >= 0) {
      throw corrupt(
          offset, "wrong checksum in the " + type + " block, in the part from byte " + wrong);
    }
    int bodyBytes = Bytes.getInt(disk, at + HFileFormat.BODY_BYTES_AT);
    int start = at + HFileFormat.HEADER_BYTES;
    int end = at + checksummed;
    if (key == null) {
      return decompress(type, offset, disk, start, end, bodyBytes, own);
    }
    BlockBody plain = decrypt(type, offset, disk, start, end);
    return decompress(type, offset, plain.bytes(), plain.start(), plain.end(), bodyBytes, true);
  }

  private BlockBody decrypt(BlockType type, long offset, byte[] disk, int start, int end)
      throws CorruptFileException {
    try {
      byte[] plain = BlockCipher.decrypt(key, disk, start, end - start);
      return new BlockBody(plain, 0, plain.length);
    } catch (DataFormatException e) {
      CorruptFileException corrupt = corrupt(offset, type + " block: " + e.getMessage());
      corrupt.initCause(e);
      throw corrupt;
    }
  }

  private void noteWithoutChecksums(long offset) throws CorruptFileException {
    if (checksumsDue) {
      throw corrupt(offset, "block without checksums in a file with");
    }
    if (layout == null) {
      withoutChecksums = offset;
    }
  }

  private BlockBody decompress(
      BlockType type, long offset, byte[] disk, int start, int end, int bodyBytes, boolean own)
      throws CorruptFileException {
    // Bounded by what is in the file, before anything of the size is allocated.
    long most = Math.min(maxBodyBytes, compression.mostBytes(end - start));
    if (bodyBytes < 0 || bodyBytes > most) {
      throw corrupt(
          offset,
          String.format(
              "%s block of %d bytes with a body of %d bytes, where at most %d are possible",
              type, end - start, bodyBytes, most));
    }
    if (decompressor == null && bodyBytes != end - start) {
      throw corrupt(offset, type + " block has " + (end - start) + " bytes and says " + bodyBytes);
    }
    if (decompressor == null && (own || isDecoded(type))) {
      return new BlockBody(disk, start, end);
    }
    byte[] body = new byte[bodyBytes];
    if (decompressor == null) {
      System.arraycopy(disk, start, body, 0, bodyBytes);
      return new BlockBody(body, 0, bodyBytes);
    }
    try {
      decompressor.decompress(disk, start, end - start, body);
    } catch (DataFormatException e) {
      CorruptFileException corrupt =
          corrupt(
              offset,
              type + " block does not decompress with " + compression + ": " + e.getMessage());
      corrupt.initCause(e);
      throw corrupt;
    }
    return new BlockBody(body, 0, bodyBytes);
  }

  private void checkType(BlockType wanted, long offset, long magic) throws CorruptFileException {
    BlockType type = wanted == BlockType.DATA ? layout.encoding().blockType() : wanted;
    if (type.startsWith(magic)) {
      return;
    }
    BlockType found = BlockType.of(magic);
    throw corrupt(
        offset,
        found == null
            ? String.format("no block starts with 0x%016x; %s was due", magic, type)
            : found + " block where " + type + " was due");
  }

  CorruptFileException corrupt(long offset, String what) {
    return new CorruptFileException(path, offset, what);
  }
}
