package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The last 4096 bytes of a store file, from which everything else is found.
 *
 * <p>It has no checksum. So reading requires that each field occurs exactly once, that the rest is
 * zeros, and that offsets and counts agree with the parts they point to, which have checksums.
 *
 * <pre>
 *  protobuf, delimited:                       8  levels of the data index
 *  1  offset of the FILE_INFO block           9  offset of the first data block
 *  2  load-on-open offset                     10 offset of the last data block
 *  3  bytes of index blocks, uncompressed     11 name of the comparator
 *  4  bytes of all blocks, uncompressed       12 code of the compression
 *  5  entries of the data index's root        13 wrapped key, of an encrypted file
 *  6  entries of the meta index
 *  7  cells
 * </pre>
 *
 * @param firstDataOffset -1 without cells
 * @param lastDataOffset -1 without cells
 * @param wrappedKey the key of the encrypted blocks, wrapped by a master key; null if they are not
 *     encrypted
 */
record Trailer(
    long fileInfoOffset,
    long loadOnOpenOffset,
    long indexBytes,
    long totalBytes,
    int rootEntries,
    int metaEntries,
    long cells,
    int levels,
    long firstDataOffset,
    long lastDataOffset,
    Compression compression,
    byte[] wrappedKey) {
  private static final int FILE_INFO = 1;
  private static final int LOAD_ON_OPEN = 2;
  private static final int INDEX_BYTES = 3;
  private static final int TOTAL_BYTES = 4;
  private static final int ROOT_ENTRIES = 5;
  private static final int META_ENTRIES = 6;
  private static final int CELLS = 7;
  private static final int LEVELS = 8;
  private static final int FIRST_DATA = 9;
  private static final int LAST_DATA = 10;
  private static final int COMPARATOR = 11;
  private static final int COMPRESSION = 12;
  private static final int ENCRYPTION_KEY = 13;

  /** The longest key that is written; those of HBase's cipher take 130 bytes. */
  static final int MAX_WRAPPED_BYTES = 2048;

  /** Bits 1 to 12: the fields that must be there. */
  private static final int REQUIRED = (1 << (COMPRESSION + 1)) - 2;

  /** The 4096 bytes. */
  byte[] encode() {
    ByteSink fields =
        new ByteSink(256)
            .putNumberField(FILE_INFO, fileInfoOffset)
            .putNumberField(LOAD_ON_OPEN, loadOnOpenOffset)
            .putNumberField(INDEX_BYTES, indexBytes)
            .putNumberField(TOTAL_BYTES, totalBytes)
            .putNumberField(ROOT_ENTRIES, rootEntries)
            .putNumberField(META_ENTRIES, metaEntries)
            .putNumberField(CELLS, cells)
            .putNumberField(LEVELS, levels)
            .putNumberField(FIRST_DATA, firstDataOffset)
            .putNumberField(LAST_DATA, lastDataOffset)
            .putBytesField(COMPARATOR, HFileFormat.COMPARATOR.getBytes(StandardCharsets.US_ASCII))
            .putNumberField(COMPRESSION, compression.code());
    if (wrappedKey != null) {
      fields.putBytesField(ENCRYPTION_KEY, wrappedKey);
    }
    ByteSink out = new ByteSink(HFileFormat.TRAILER_BYTES);
    out.putLong(BlockType.TRAILER.magic());
    out.putVarint(fields.size()).put(fields.array(), 0, fields.size());
    assert out.size() <= HFileFormat.TRAILER_VERSION_AT;
    out.skip(HFileFormat.TRAILER_VERSION_AT - out.size());
    return out.putInt(HFileFormat.version()).toByteArray();
  }

  /**
   * The inverse of {@link #encode}.
   *
   * @param offset where the trailer starts in the file
   * @param bytes holds it from {@code at} on
   */
  static Trailer decode(Path path, long offset, byte[] bytes, int at) throws CorruptFileException {
    int end = at + HFileFormat.TRAILER_BYTES;
    ByteCursor in = new ByteCursor(path, offset, "trailer", bytes, at, end - Integer.BYTES);
    checkVersion(in, Bytes.getInt(bytes, end - Integer.BYTES), Bytes.getLong(bytes, at));
    in.advance(Long.BYTES);
    long[] numbers = new long[ENCRYPTION_KEY];
    byte[] wrappedKey = readFields(in.slice(in.readVarintLength()), numbers);
    while (in.remaining() > 0) {
      if (in.readByte() != 0) {
        throw in.corrupt("byte that is not zero at " + (in.position() - at - 1));
      }
    }
    return of(in, numbers, wrappedKey);
  }

  private static void checkVersion(ByteCursor in, int version, long magic)
      throws CorruptFileException {
    int major = version & 0xffffff;
    int minor = version >>> (Byte.SIZE * 3);
    if (!BlockType.TRAILER.startsWith(magic)) {
      throw in.corrupt("no HFile trailer here; the file is cut off, or is no HFile of version 3");
    }
    if (major != HFileFormat.MAJOR_VERSION || minor > HFileFormat.MINOR_VERSION) {
      throw in.corrupt(
          "HFile version " + major + "." + minor + "; this reader knows version 3.0 to 3.3");
    }
  }

  /** Returns the wrapped key, or null. */
  private static byte[] readFields(ByteCursor in, long[] numbers) throws CorruptFileException {
    byte[] wrappedKey = null;
    int seen = 0;
    while (in.remaining() > 0) {
      long tag = in.readVarint();
      int field = (int) Math.min(tag >>> 3, ENCRYPTION_KEY + 1);
      if (field == ENCRYPTION_KEY && wrappedKey == null && (tag & 7) == 2) {
        wrappedKey = in.readBytes(in.readVarintLength());
        continue;
      }
      boolean text = field == COMPARATOR;
      if ((1 << field & REQUIRED) == 0 || (tag & 7) != (text ? 2 : 0) || (seen >> field & 1) != 0) {
        throw in.corrupt("unknown or repeated field, tag " + tag);
      }
      seen |= 1 << field;
      if (text) {
        checkComparator(in, in.readBytes(in.readVarintLength()));
      } else {
        numbers[field] = in.readVarint();
      }
    }
    if (seen != REQUIRED) {
      throw in.corrupt("fields missing, bits " + Integer.toBinaryString(REQUIRED & ~seen));
    }
    return wrappedKey;
  }

  private static void checkComparator(ByteCursor in, byte[] name) throws CorruptFileException {
    String comparator = new String(name, StandardCharsets.ISO_8859_1);
    switch (comparator) {
      case HFileFormat.COMPARATOR,
          "org.apache.hadoop.hbase.KeyValue$KeyComparator",
          "org.apache.hadoop.hbase.CellComparator",
          "org.apache.hadoop.hbase.CellComparatorImpl",
          "org.apache.hadoop.hbase.InnerStoreCellComparator" -> {}
      default ->
          throw in.corrupt("cells are in the order of " + comparator + ", which is not supported");
    }
  }

  private static Trailer of(ByteCursor in, long[] numbers, byte[] wrappedKey)
      throws CorruptFileException {
    Compression compression = Compression.of(numbers[COMPRESSION]);
    if (compression == null) {
      throw in.corrupt("compression code " + numbers[COMPRESSION] + " is not supported");
    }
    if (numbers[LEVELS] < 1 || numbers[LEVELS] > HFileFormat.INDEX_MAX_LEVELS) {
      throw in.corrupt("index of " + numbers[LEVELS] + " levels");
    }
    if (numbers[ROOT_ENTRIES] < 0
        || numbers[ROOT_ENTRIES] > Integer.MAX_VALUE
        || numbers[META_ENTRIES] < 0
        || numbers[META_ENTRIES] > Integer.MAX_VALUE
        || numbers[CELLS] < 0) {
      throw in.corrupt(
          "counts: "
              + numbers[ROOT_ENTRIES]
              + " root entries, "
              + numbers[META_ENTRIES]
              + " meta entries, "
              + numbers[CELLS]
              + " cells");
    }
    return new Trailer(
        numbers[FILE_INFO],
        numbers[LOAD_ON_OPEN],
        numbers[INDEX_BYTES],
        numbers[TOTAL_BYTES],
        (int) numbers[ROOT_ENTRIES],
        (int) numbers[META_ENTRIES],
        numbers[CELLS],
        (int) numbers[LEVELS],
        numbers[FIRST_DATA],
        numbers[LAST_DATA],
        compression,
        wrappedKey);
  }
}
