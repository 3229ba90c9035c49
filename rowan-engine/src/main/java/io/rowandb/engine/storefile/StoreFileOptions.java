package io.rowandb.engine.storefile;

/**
 * How a store file is written; all of it can be read from the file again.
 *
 * @param compression COMPRESSION of the family
 * @param encoding DATA_BLOCK_ENCODING of the family
 * @param blockBytes BLOCKSIZE of the family: a data block ends with the cell that reaches this
 *     size; 65,536
 * @param bloomType BLOOMFILTER of the family
 * @param bloomErrorRate io.storefile.bloom.error.rate: share of absent rows the filter lets pass;
 *     0.01
 * @param bloomChunkBytes io.storefile.bloom.block.size: bytes of one chunk of the filter; 131,072
 * @param indexChunkBytes hfile.index.block.max.size: an index block with more gets a level above
 *     it; 131,072
 * @param checksumChunkBytes hbase.hstore.bytes.per.checksum: bytes under one checksum; 16,384
 * @param tags whether cells may have tags: costs 2 bytes a cell; without, a cell with tags is
 *     refused
 * @param sequences whether cells keep their sequence ids; without, they read as 0
 */
public record StoreFileOptions(
    Compression compression,
    BlockEncoding encoding,
    int blockBytes,
    BloomType bloomType,
    double bloomErrorRate,
    int bloomChunkBytes,
    int indexChunkBytes,
    int checksumChunkBytes,
    boolean tags,
    boolean sequences) {
  /** HBase's defaults: no compression, blocks of 64 KB, a ROW Bloom filter; tags and sequences. */
  public static final StoreFileOptions DEFAULT =
      new StoreFileOptions(
          Compression.NONE,
          BlockEncoding.NONE,
          64 << 10,
          BloomType.ROW,
          0.01,
          128 << 10,
          128 << 10,
          16 << 10,
          true,
          true);

  /** The same with another compression. */
  public StoreFileOptions withCompression(Compression value) {
    return new StoreFileOptions(
        value,
        encoding,
        blockBytes,
        bloomType,
        bloomErrorRate,
        bloomChunkBytes,
        indexChunkBytes,
        checksumChunkBytes,
        tags,
        sequences);
  }
}
