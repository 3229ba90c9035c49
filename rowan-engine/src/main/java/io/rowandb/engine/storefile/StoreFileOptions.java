package io.rowandb.engine.storefile;

/**
 * How a store file is written; all of this can be read back from the file.
 *
 * @param compression COMPRESSION of the family
 * @param encoding DATA_BLOCK_ENCODING of the family
 * @param blockBytes BLOCKSIZE of the family: a data block ends with the cell that reaches this
 *     size; 65,536
 * @param bloom the Bloom filter
 * @param indexChunkBytes hfile.index.block.max.size: a larger index block gets a level above it;
 *     131,072
 * @param checksumChunkBytes hbase.hstore.bytes.per.checksum: bytes under one checksum; 2,048
 *     (HBase: 16,384), because a get that reads a part of a block reads whole stretches of this
 *     length
 * @param tags whether cells may have tags, which costs 2 bytes per cell; otherwise a cell with tags
 *     is refused
 * @param sequences whether cells keep their sequence ids; otherwise they are read as 0
 * @param encryption how bodies of blocks are encrypted; null if they are not
 */
public record StoreFileOptions(
    Compression compression,
    BlockEncoding encoding,
    int blockBytes,
    BloomOptions bloom,
    int indexChunkBytes,
    int checksumChunkBytes,
    boolean tags,
    boolean sequences,
    StoreFileEncryption encryption) {
  /** An index block stays far below the largest block. */
  private static final int MAX_CHUNK_BYTES = 16 << 20;

  /** A data block of more would be read whole for each cell in it. */
  private static final int MAX_BLOCK_BYTES = 64 << 20;

  /** Checks that all sizes can be written and read back. */
  public StoreFileOptions {
    require(blockBytes, 1, MAX_BLOCK_BYTES, "Block size");
    require(indexChunkBytes, 1, MAX_CHUNK_BYTES, "Index block size");
    // HBase refuses checksums closer than a block header.
    require(checksumChunkBytes, HFileFormat.HEADER_BYTES, MAX_CHUNK_BYTES, "Checksum distance");
  }

  /** Of files that are not encrypted. */
  public StoreFileOptions(
      Compression compression,
      BlockEncoding encoding,
      int blockBytes,
      BloomOptions bloom,
      int indexChunkBytes,
      int checksumChunkBytes,
      boolean tags,
      boolean sequences) {
    this(
        compression,
        encoding,
        blockBytes,
        bloom,
        indexChunkBytes,
        checksumChunkBytes,
        tags,
        sequences,
        null);
  }

  private static void require(int value, int least, int most, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " must be " + least + " to " + most + " bytes: " + value);
    }
  }

  /**
   * HBase's defaults, but for the bytes under a checksum: no compression, blocks of 64 KB, a ROW
   * Bloom filter; tags and sequences.
   */
  public static final StoreFileOptions DEFAULT =
      new StoreFileOptions(
          Compression.NONE,
          BlockEncoding.NONE,
          64 << 10,
          BloomOptions.DEFAULT,
          128 << 10,
          2 << 10,
          true,
          true);

  /** The same with or without what may follow a cell. */
  public StoreFileOptions withSuffixes(boolean withTags, boolean withSequences) {
    return new StoreFileOptions(
        compression,
        encoding,
        blockBytes,
        bloom,
        indexChunkBytes,
        checksumChunkBytes,
        withTags,
        withSequences,
        encryption);
  }

  /** The same with another compression. */
  public StoreFileOptions withCompression(Compression value) {
    return new StoreFileOptions(
        value,
        encoding,
        blockBytes,
        bloom,
        indexChunkBytes,
        checksumChunkBytes,
        tags,
        sequences,
        encryption);
  }

  /** The same with another encoding. */
  public StoreFileOptions withEncoding(BlockEncoding value) {
    return new StoreFileOptions(
        compression,
        value,
        blockBytes,
        bloom,
        indexChunkBytes,
        checksumChunkBytes,
        tags,
        sequences,
        encryption);
  }

  /** The same with another Bloom filter. */
  public StoreFileOptions withBloom(BloomOptions value) {
    return new StoreFileOptions(
        compression,
        encoding,
        blockBytes,
        value,
        indexChunkBytes,
        checksumChunkBytes,
        tags,
        sequences,
        encryption);
  }

  /** The same with another encryption, or none. */
  public StoreFileOptions withEncryption(StoreFileEncryption value) {
    return new StoreFileOptions(
        compression,
        encoding,
        blockBytes,
        bloom,
        indexChunkBytes,
        checksumChunkBytes,
        tags,
        sequences,
        value);
  }
}
