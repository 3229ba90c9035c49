package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.FileCache;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What is read when a store file is opened: the trailer and the load-on-open section. They were
 * checked for consistency with each other, but not with the blocks before them.
 *
 * @param trailer leads to everything else
 * @param facts the file info
 * @param blocks loads all other blocks
 * @param root the top of the index
 * @param bloomFilter over rows, columns or prefixes; null if there is none or it cannot be read
 * @param info what is known about the file's content
 * @param sizes the sizes of its parts
 * @param digest distinguishes the file from others, {@link StoreFileName}
 */
record StoreFileParts(
    Trailer trailer,
    FileFacts facts,
    BlockReader blocks,
    IndexBlock root,
    BloomFilter bloomFilter,
    StoreFileInfo info,
    StoreFileSizes sizes,
    long digest) {

  /**
   * Reads them, and has the cells as the file itself does.
   *
   * @throws CorruptFileException when the file is damaged, cut off or no HFile, or uses a
   *     compression or an encoding that cannot be read
   * @throws MissingKeyException when it is encrypted and its key cannot be unwrapped
   */
  static StoreFileParts read(RandomReadFile source, Path path, FileKeys keys, FileCache cache)
      throws IOException {
    LoadOnOpen section = new LoadOnOpen(source, path);
    Trailer trailer = section.trailer();
    BlockReader blocks = new BlockReader(source, path, trailer, key(trailer, path, keys), cache);
    long rootOffset = section.position();
    BlockBody rootBody = section.next(BlockType.ROOT_INDEX, blocks);
    skipMetaIndex(section, blocks);
    long factsOffset = section.position();
    if (factsOffset != trailer.fileInfoOffset()) {
      throw blocks.corrupt(factsOffset, "trailer puts file info at " + trailer.fileInfoOffset());
    }
    ByteCursor in =
        blocks.cursor("file info", factsOffset, section.next(BlockType.FILE_INFO, blocks));
    FileFacts facts = FileFacts.decode(in);
    blocks.describeCells(CellLayout.of(facts, in));
    // Only now it is known that the index has an encoding that can be read.
    IndexBlock root = root(trailer, blocks, rootOffset, rootBody);
    if (facts.contains(FileFacts.ROWAN_CELLS)) {
      blocks.expectChecksums();
    }
    StoreFileInfo info = describe(path, source.size(), trailer, root, facts, in);
    BloomFilter bloomFilter = readBloomFilter(section, blocks, facts, in);
    StoreFileSizes sizes =
        new StoreFileSizes(
            trailer.totalBytes(),
            root.heapBytes(),
            trailer.indexBytes(),
            bloomFilter == null ? 0 : bloomFilter.bytes());
    return new StoreFileParts(
        trailer, facts, blocks, root, bloomFilter, info, sizes, section.digest());
  }

  /** What the blocks are encrypted with; null when they are not. */
  static DataKey key(Trailer trailer, Path path, FileKeys keys) throws MissingKeyException {
    return trailer.wrappedKey() == null
        ? null
        : keys.unwrap(trailer.wrappedKey(), FileKeys.Use.STORE_FILE, path);
  }

  /** The same, but for the sequence id that the file's name gives to all cells. */
  StoreFileParts named() {
    blocks.assignSequence(AssignedSequence.of(info.path()));
    return new StoreFileParts(
        trailer, facts, blocks, root, bloomFilter, info.named(), sizes, digest);
  }

  private static IndexBlock root(Trailer trailer, BlockReader blocks, long offset, BlockBody body)
      throws CorruptFileException {
    return IndexBlock.parseRoot(
        blocks.indexLimits(),
        offset,
        body.bytes(),
        body.start(),
        body.end(),
        trailer.rootEntries(),
        trailer.levels());
  }

  private static void skipMetaIndex(LoadOnOpen section, BlockReader blocks) throws IOException {
    long offset = section.position();
    int entries = section.trailer().metaEntries();
    int bytes = section.next(BlockType.ROOT_INDEX, blocks).length();
    if ((entries == 0) != (bytes == 0)) {
      throw blocks.corrupt(
          offset, "meta index of " + bytes + " bytes, in which the trailer sees " + entries);
    }
  }

  private static BloomFilter readBloomFilter(
      LoadOnOpen section, BlockReader blocks, FileFacts facts, ByteCursor in) throws IOException {
    BloomType type = BloomType.ofName(facts.get(FileFacts.BLOOM_TYPE));
    BloomFilter filter = null;
    boolean seen = false;
    BlockType next;
    while ((next = section.nextType()) != null) {
      long offset = section.position();
      if (next != BlockType.GENERAL_BLOOM_META && next != BlockType.DELETE_FAMILY_BLOOM_META) {
        throw blocks.corrupt(offset, next + " block after the file info");
      }
      BlockBody body = section.next(next, blocks);
      if (next == BlockType.GENERAL_BLOOM_META && type != BloomType.NONE) {
        ByteCursor meta = blocks.cursor("Bloom filter", offset, body);
        filter = BloomFilter.parse(meta, blocks, type, prefixBytes(type, facts, in));
        seen = true;
      }
    }
    if (type != BloomType.NONE && !seen) {
      throw blocks.corrupt(
          section.position(), "the " + type + " Bloom filter of the file info is not here");
    }
    return filter;
  }

  private static int prefixBytes(BloomType type, FileFacts facts, ByteCursor in)
      throws CorruptFileException {
    if (type != BloomType.ROWPREFIX_FIXED_LENGTH) {
      return 0;
    }
    int bytes = facts.intValue(FileFacts.BLOOM_PREFIX_BYTES, 0, in);
    if (bytes < 1 || bytes > Cell.MAX_ROW_BYTES) {
      throw in.corrupt("Bloom filter of prefixes of " + bytes + " bytes");
    }
    return bytes;
  }

  private static StoreFileInfo describe(
      Path path, long size, Trailer trailer, IndexBlock root, FileFacts facts, ByteCursor in)
      throws CorruptFileException {
    long cells = trailer.cells();
    if (cells != facts.longValue(FileFacts.ROWAN_CELLS, cells, in)
        || (cells == 0) != (root.count() == 0)) {
      throw in.corrupt(
          cells + " cells in the trailer, with " + root.count() + " entries in the root index");
    }
    byte[] range = facts.get(FileFacts.TIME_RANGE);
    long[] timestamps =
        range == null
            ? new long[] {Long.MIN_VALUE, Long.MAX_VALUE}
            : FileFacts.timeRange(path, trailer.fileInfoOffset(), range);
    return new StoreFileInfo(
        path,
        size,
        cells,
        facts.longValue(FileFacts.MAX_SEQUENCE, 0, in),
        timestamps[0],
        timestamps[1],
        facts.longValue(FileFacts.EARLIEST_PUT_MILLIS, Long.MIN_VALUE, in),
        root.count() == 0 ? null : root.firstRow(),
        cells == 0 ? null : lastRow(facts, in),
        facts.flag(FileFacts.MAJOR_COMPACTION, in),
        facts.flag(FileFacts.KEPT_FROM_MINOR_COMPACTIONS, in),
        facts.longValue(FileFacts.CREATED_MILLIS, 0, in),
        facts.longValue(FileFacts.ROWAN_DELETE_MARKERS, -1, in),
        facts.intValue(FileFacts.MAX_TAGS_BYTES, 0, in));
  }

  private static byte[] lastRow(FileFacts facts, ByteCursor in) throws CorruptFileException {
    byte[] key = facts.get(FileFacts.LAST_KEY);
    if (key == null || !IndexBlock.isKey(key, 0, key.length)) {
      throw in.corrupt("no last key, or none that is a cell key");
    }
    return Arrays.copyOfRange(key, Short.BYTES, Short.BYTES + Bytes.getUnsignedShort(key, 0));
  }
}
