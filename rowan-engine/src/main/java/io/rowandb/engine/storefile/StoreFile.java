package io.rowandb.engine.storefile;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.FileCache;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A store file open for reading: its file info, its filter and the root of its index are in memory,
 * everything else is loaded through the cache. Safe for use by many threads; its opener closes it
 * when no scanner is left.
 */
public final class StoreFile implements Closeable {
  /** For scanners that are never to read ahead. */
  public static final long NEVER_READ_AHEAD = Long.MAX_VALUE;

  private final RandomReadFile source;
  private final BlockReader blocks;
  private final IndexBlock root;
  private final int levels;
  private final BloomFilter bloomFilter;
  private final StoreFileInfo info;
  private final StoreFileSizes sizes;
  private final long digest;

  /** The rows that are shown, by their first and the first behind them; null for all. */
  private final byte[][] rows;

  private StoreFile(
      RandomReadFile source,
      BlockReader blocks,
      IndexBlock root,
      int levels,
      BloomFilter bloomFilter,
      StoreFileInfo info,
      StoreFileSizes sizes,
      long digest,
      byte[][] rows) {
    this.source = source;
    this.blocks = blocks;
    this.root = root;
    this.levels = levels;
    this.bloomFilter = bloomFilter;
    this.info = info;
    this.sizes = sizes;
    this.digest = digest;
    this.rows = rows;
  }

  /**
   * Opens a finished file and checks what is read on opening: trailer, file info, root index.
   *
   * @throws CorruptFileException when it is damaged, cut off or no HFile, or uses a compression or
   *     an encoding that cannot be read
   * @throws io.rowandb.engine.io.MissingKeyException when it is encrypted and the file system's
   *     keys do not fit
   */
  public static StoreFile open(FileSystem fileSystem, Path path, BlockCache cache)
      throws IOException {
    return open(fileSystem, path, cache.open(BlockCaching.DEFAULT));
  }

  private static StoreFile open(FileSystem fileSystem, Path path, FileCache cache)
      throws IOException {
    RandomReadFile source = fileSystem.open(path);
    try {
      return open(source, path, fileSystem.keys(), cache);
    } catch (IOException | RuntimeException | Error e) {
      try {
        source.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /**
   * Opens a finished file as one that has only the rows of a range. After a split a daughter reads
   * its half of a parent's file in this way. If the file has no other rows, this is the same as
   * {@link #open(FileSystem, Path, BlockCache)}.
   *
   * @param cache for its blocks
   * @param startRow first row; empty for no bound
   * @param endRow the first row behind the range; empty for no bound
   */
  public static StoreFile open(
      FileSystem fileSystem, Path path, FileCache cache, byte[] startRow, byte[] endRow)
      throws IOException {
    StoreFile whole = open(fileSystem, path, cache);
    StoreFile opened = null;
    try {
      opened = whole.hasOnly(startRow, endRow) ? whole : whole.part(startRow, endRow);
      return opened;
    } finally {
      if (opened == null) {
        whole.close();
      }
    }
  }

  /**
   * As {@link #open(FileSystem, Path, FileCache, byte[], byte[])}, of a file of a store.
   *
   * @throws CorruptFileException also when its name was given to another file
   */
  public static StoreFile openNamed(
      FileSystem fileSystem, Path path, FileCache cache, byte[] startRow, byte[] endRow)
      throws IOException {
    StoreFile opened = open(fileSystem, path, cache, startRow, endRow);
    boolean fits = false;
    try {
      opened.checkName();
      fits = true;
      return opened;
    } finally {
      if (!fits) {
        opened.close();
      }
    }
  }

  /** What {@link StoreFileName} has of a finished file. */
  public static long digest(FileSystem fileSystem, Path path) throws IOException {
    try (RandomReadFile source = fileSystem.open(path)) {
      return new LoadOnOpen(source, path).digest();
    }
  }

  private static StoreFile open(RandomReadFile source, Path path, FileKeys keys, FileCache cache)
      throws IOException {
    StoreFileParts parts = StoreFileParts.read(source, path, keys, cache).named();
    return new StoreFile(
        source,
        parts.blocks(),
        parts.root(),
        parts.trailer().levels(),
        parts.bloomFilter(),
        parts.info(),
        parts.sizes(),
        parts.digest(),
        null);
  }

  private boolean hasOnly(byte[] startRow, byte[] endRow) {
    return info.firstRow() == null
        || (Arrays.compareUnsigned(info.firstRow(), startRow) >= 0
            && (endRow.length == 0 || Arrays.compareUnsigned(info.lastRow(), endRow) < 0));
  }

  private StoreFile part(byte[] startRow, byte[] endRow) throws IOException {
    byte[] first = null;
    byte[] last = null;
    try (CellScanner cells =
        new RowRangeScanner(wholeScanner(true, NEVER_READ_AHEAD), startRow, endRow)) {
      if (cells.next()) {
        first = cells.cell().row();
        if (!cells.seekBefore(CellCodec.lastOnRow(info.lastRow()))) {
          throw blocks.corrupt(
              blocks.dataEnd(), "file info: last key before row " + Bytes.printable(first));
        }
        last = cells.cell().row();
      }
    }
    long end = endRow.length == 0 ? info.fileBytes() : bytesBefore(endRow);
    StoreFileInfo part = info.part(end - bytesBefore(startRow), first, last);
    byte[][] shown = {startRow, endRow};
    return new StoreFile(source, blocks, root, levels, bloomFilter, part, sizes, digest, shown);
  }

  /** How many bytes are before the block that has the row's first cell. */
  private long bytesBefore(byte[] row) throws IOException {
    IndexCursor index = new IndexCursor(blocks, blocks.indexLimits(), root, levels, new Cell());
    return index.seek(CellCodec.firstOnRow(row)) ? index.blockOffset() : 0;
  }

  /**
   * Refuses the file when its name, which is that of a file of a store, was given to another one.
   *
   * @throws CorruptFileException then
   */
  public void checkName() throws CorruptFileException {
    if (!StoreFileName.fits(info.path(), digest)) {
      throw misnamed(info.path());
    }
  }

  /**
   * As {@link #checkName()}, of a file that is not open: reads its end, and needs no key.
   *
   * @throws CorruptFileException also when it has no whole end
   */
  public static void checkName(FileSystem fileSystem, Path path) throws IOException {
    if (!StoreFileName.fits(path, digest(fileSystem, path))) {
      throw misnamed(path);
    }
  }

  static CorruptFileException misnamed(Path path) {
    return new CorruptFileException(
        path,
        0,
        "it is another file than the one that got this name: its length and its end are not those"
            + " that the name tells");
  }

  /** Whether the file has rows that are left out, because it was opened for a range. */
  public boolean isPart() {
    return rows != null;
  }

  /**
   * The row with which the middle data block of the index begins: where HBase splits. It is not
   * necessarily in the file, since an index has shortened keys.
   *
   * @return null when the file cannot be split there: it is the first or last row, or there is no
   *     cell, or this is a part of a file
   */
  public byte[] middleRow() throws IOException {
    if (isPart() || root.count() == 0) {
      return null;
    }
    Cell key = new Cell();
    IndexBlock.MiddleKey place = root.middleKey();
    if (place == null) {
      root.readKey(root.count() / 2, key);
    } else {
      IndexBlock leaf = blocks.indexBlock(BlockType.LEAF_INDEX, place.offset(), place.bytes());
      if (place.entry() < 0 || place.entry() >= leaf.count()) {
        throw blocks.corrupt(
            place.offset(), "middle key is entry " + place.entry() + " of " + leaf.count());
      }
      leaf.readKey(place.entry(), key);
    }
    byte[] row = key.row();
    boolean atAnEnd = Arrays.equals(row, info.firstRow()) || Arrays.equals(row, info.lastRow());
    return atAnEnd ? null : row;
  }

  /**
   * The rows with which the entries of the index's root begin: one for each data block, or for as
   * many blocks as a block of the index has. They need not be in the file, and may come twice.
   */
  public List<byte[]> blockRows() {
    List<byte[]> rows = new ArrayList<>(root.count());
    Cell key = new Cell();
    for (int i = 0; i < root.count(); i++) {
      root.readKey(i, key);
      rows.add(key.row());
    }
    return rows;
  }

  /**
   * Refuses a file whose first cell is of another family than its place says, or whose last row is
   * not that of its file info. Reads a block at each end.
   *
   * @throws CorruptFileException when it is
   */
  public void checkEnds(byte[] family) throws IOException {
    try (CellScanner cells = wholeScanner(false, NEVER_READ_AHEAD)) {
      if (!cells.next()) {
        return;
      }
      if (!Arrays.equals(cells.cell().family(), family)) {
        throw blocks.corrupt(
            0, "a cell of another family than " + Bytes.printable(family) + ": " + cells.cell());
      }
      Cell behind = CellCodec.lastOnRow(info.lastRow());
      boolean isThere =
          cells.seekBefore(behind) && Arrays.equals(cells.cell().row(), info.lastRow());
      if (!isThere || cells.seek(behind)) {
        throw blocks.corrupt(
            blocks.dataEnd(),
            "file info says that the last row is "
                + Bytes.printable(info.lastRow())
                + (isThere
                    ? ", but the file has " + Bytes.printable(cells.cell().row())
                    : ", which is not there"));
      }
    }
  }

  /** What its parts take; of a part of a file those of the whole. */
  public StoreFileSizes sizes() {
    return sizes;
  }

  /**
   * Drops its blocks from the cache; reading them again reloads them.
   *
   * @return how many there were
   */
  @CanIgnoreReturnValue
  public int evict() {
    return blocks.cache().drop();
  }

  /** Whether {@link #loadAsOpened} has something to do. */
  public boolean loadsAsOpened() {
    return blocks.cache().caching().loadsOnOpen();
  }

  /**
   * Loads the blocks that the family's settings want in the cache when a file is opened, as long as
   * this evicts nothing else.
   *
   * @param stopped whether to end before all is loaded; asked before each block
   */
  public void loadAsOpened(BooleanSupplier stopped) throws IOException {
    if (loadsAsOpened()) {
      load(new CacheFilling(blocks, false, stopped), true, true, true);
    }
  }

  /** Loads what the family's settings want in the cache of a file that a flush just wrote. */
  public void loadAsFlushed() throws IOException {
    BlockCaching caching = blocks.cache().caching();
    load(
        new CacheFilling(blocks, true, () -> false),
        caching.loadsOfFlush(BlockKind.DATA),
        caching.loadsOfFlush(BlockKind.INDEX),
        caching.loadsOfFlush(BlockKind.BLOOM));
  }

  /**
   * Loads what the family's settings want in the cache of a file that a compaction just wrote.
   *
   * @param mergedBytes of all files that it merged
   */
  public void loadAsCompacted(long mergedBytes) throws IOException {
    BlockCaching caching = blocks.cache().caching();
    load(
        new CacheFilling(blocks, true, () -> false),
        caching.loadsOfCompaction(BlockKind.DATA, mergedBytes),
        caching.loadsOfCompaction(BlockKind.INDEX, mergedBytes),
        caching.loadsOfCompaction(BlockKind.BLOOM, mergedBytes));
  }

  private void load(CacheFilling filling, boolean data, boolean index, boolean blooms)
      throws IOException {
    boolean more = !blooms || bloomFilter == null || filling.load(bloomFilter);
    if (more && (data || index)) {
      filling.load(root, levels, data);
    }
  }

  /** What is known of it. */
  public StoreFileInfo info() {
    return info;
  }

  /** Whether a filter is asked about rows. */
  public boolean filtersRows() {
    return filtersColumns() && bloomFilter.type() != BloomType.ROWCOL;
  }

  /** Whether a filter is asked about columns of a row. */
  public boolean filtersColumns() {
    return bloomFilter != null && bloomFilter.type() != BloomType.NONE;
  }

  /** Whether a filter is asked about a range, as in {@link #mayContainRange}. */
  public boolean filtersRange(byte[] least, byte[] greatest, boolean inclusive) {
    return bloomFilter != null
        && bloomFilter.type() == BloomType.ROWPREFIX_FIXED_LENGTH
        && RowPrefix.isShared(least, greatest, inclusive, bloomFilter.prefixBytes());
  }

  /**
   * False when the row is certainly not in the file, by the first and last row or by the filter.
   *
   * @param row a whole row key
   */
  public boolean mayContainRow(byte[] row) throws IOException {
    return info.hasRowsBetween(row, row) && (bloomFilter == null || bloomFilter.mayContainRow(row));
  }

  /**
   * False when certainly none of these columns of a row is in the file, nor a marker that deletes
   * all columns of the row.
   */
  public boolean mayContainColumns(byte[] row, byte[][] qualifiers) throws IOException {
    if (bloomFilter == null || bloomFilter.type() != BloomType.ROWCOL) {
      return mayContainRow(row);
    }
    if (!info.hasRowsBetween(row, row)) {
      return false;
    }
    for (byte[] qualifier : qualifiers) {
      if (bloomFilter.mayContainColumn(row, qualifier)) {
        return true;
      }
    }
    return bloomFilter.mayContainColumn(row, BloomKey.NO_QUALIFIER);
  }

  /**
   * False when certainly no row of a range is in the file, by its first and last row or by a filter
   * of prefixes, if all rows of the range begin alike.
   *
   * @param least no row of the range is before it
   * @param greatest no row of the range is behind it; empty for no bound
   * @param inclusive whether {@code greatest} itself belongs to the range
   */
  public boolean mayContainRange(byte[] least, byte[] greatest, boolean inclusive)
      throws IOException {
    if (!info.hasRowsBetween(least, greatest)) {
      return false;
    }
    return !filtersRange(least, greatest, inclusive) || bloomFilter.mayContainRow(least);
  }

  /**
   * A new scanner before the first cell.
   *
   * @param cacheBlocks whether data blocks it loads are kept in the cache
   * @param sequential whether it will run over many blocks, so that reading ahead pays
   */
  public CellScanner scanner(boolean cacheBlocks, boolean sequential) {
    return scanner(cacheBlocks, sequential ? 0 : NEVER_READ_AHEAD);
  }

  /**
   * A new scanner before the first cell.
   *
   * @param cacheBlocks whether data blocks it loads are kept in the cache
   * @param readAheadAfterBytes when it reads ahead: after this many bytes of consecutive blocks; 0
   *     from the start, {@link #NEVER_READ_AHEAD} never
   */
  public CellScanner scanner(boolean cacheBlocks, long readAheadAfterBytes) {
    CellScanner whole = wholeScanner(cacheBlocks, readAheadAfterBytes);
    return rows == null ? whole : new RowRangeScanner(whole, rows[0], rows[1]);
  }

  private CellScanner wholeScanner(boolean cacheBlocks, long readAheadAfterBytes) {
    return new StoreFileScanner(blocks, root, levels, cacheBlocks, readAheadAfterBytes);
  }

  /** Closes the file and drops its blocks from the cache; open scanners must be closed before. */
  @Override
  public void close() throws IOException {
    evict();
    source.close();
  }
}
