package io.rowandb.engine.storefile;

/**
 * The layout of a store file: HBase's HFile, version 3, minor version 3. Writer and reader take
 * every constant and offset from here. All numbers are big-endian unless noted.
 *
 * <pre>
 *  file
 *  +----------------------------------------------+  0
 *  | DATA blocks (ENCODED_DATA, when the family    |
 *  | has an encoding), between them, as they fill, |
 *  | LEAF_INDEX and BLOOM_CHUNK blocks             |
 *  +----------------------------------------------+
 *  | META blocks (none of ours)                    |
 *  | INTERMEDIATE_INDEX blocks, lowest level first |
 *  +----------------------------------------------+  load-on-open offset (in the trailer)
 *  | ROOT_INDEX of the data blocks                 |
 *  | ROOT_INDEX of the meta blocks                 |
 *  | FILE_INFO                                     |  file info offset (in the trailer)
 *  | GENERAL_BLOOM_META                            |  when there is a filter
 *  | DELETE_FAMILY_BLOOM_META                      |  HBase only
 *  +----------------------------------------------+  size - 4096
 *  | trailer                                       |
 *  +----------------------------------------------+  size
 *
 *  block                                              trailer
 *  +0   8 bytes  magic, see {@link BlockType}         +0     8 bytes  TRABLK"$
 *  +8   int32    bytes on disk without this header    +8     protobuf, delimited: see {@link Trailer}
 *  +12  int32    bytes of the body, uncompressed             zeros
 *  +16  int64    offset of the block before of the    +4092  int8     minor version 3
 *                same type, -1 for the first          +4093  int24    major version 3
 *  +24  int8     checksum type: 0 none, 1 CRC32,
 *                2 CRC32C
 *  +25  int32    bytes under one checksum, c
 *  +29  int32    bytes on disk with this header,
 *                without the checksums, n
 *  +33  n - 33 bytes body, compressed
 *  +n   ceil(n / c) int32 checksums, over header and compressed body
 *
 *  DATA body: cells, one after the other              LEAF and INTERMEDIATE body
 *      cell in KeyValue layout without tags           +0    int32   entries m
 *      int16 tags length, tags   } when the file      +4    (m + 1) int32: where entry i starts,
 *                                } has tags                 from the end of this list; the last
 *      vlong sequence id         } when it has ids          one is where the entries end
 *                                                     then m entries: int64 offset, int32 bytes
 *  ROOT body: entries                                       on disk, key
 *      int64 offset, int32 bytes on disk,
 *      vint key length, key                           BLOOM_CHUNK body: bits, lowest bit of a byte
 *      and, when there are levels below:              first; their number is the block's bytes * 8
 *      int64 offset, int32 bytes of the middle
 *      leaf, int32 the middle entry in it             FILE_INFO body: "PBUF", protobuf, see
 *                                                     {@link FileFacts}
 *  GENERAL_BLOOM_META body
 *  +0   int32 version 3        +24  int64 keys that fit
 *  +4   int64 bytes of chunks  +32  int32 chunks
 *  +12  int32 hash functions   +36  vint length and name of a comparator (0 for rows)
 *  +16... int32 hash type (1 murmur), int64 keys; then entries as in ROOT with rows, or parts of cells, as keys
 * </pre>
 *
 * <p>The body of an ENCODED_DATA block begins with the encoding's id; see {@link DeltaFormat} and
 * {@link RowIndexFormat}.
 *
 * <p>A key in an index is a cell's key (the part after the two lengths of a cell). The key of a
 * block's entry is at or before the block's first cell and after the last cell of the previous
 * block; it need not be a stored key. vint and vlong are Hadoop's variable-length numbers, see
 * {@link ByteSink#putVlong}.
 *
 * <p>A block counts if and only if: its magic is that of the type required at its place; its length
 * is the one in its index entry (or, in the load-on-open section, the remaining space); it has as
 * many checksums as its length requires, and all are right; its body decompresses to exactly the
 * stated length; and every length inside the body stays inside it.
 *
 * <p>Worked example, checked by {@code HFileFormatTest}: a file with the one cell {@code
 * r/f:q/1/Put/v}, no compression, no filter, neither tags nor sequence ids, CRC32C per 16,384 bytes
 * begins with this data block:
 *
 * <pre>
 *  44 41 54 41 42 4c 4b 2a  DATABLK*
 *  00 00 00 1c              28 bytes follow the header
 *  00 00 00 18              24 bytes of body
 *  ff ff ff ff ff ff ff ff  no data block before
 *  02                       CRC32C
 *  00 00 40 00              every 16,384 bytes
 *  00 00 00 39              57 bytes under checksums
 *  00 00 00 0f              key length 15
 *  00 00 00 01              value length 1
 *  00 01 72                 row "r"
 *  01 66                    family "f"
 *  71                       qualifier "q"
 *  00 00 00 00 00 00 00 01  timestamp 1
 *  04                       Put
 *  76                       value "v"
 *  1b 1c d2 3e              CRC32C of the 57 bytes before
 * </pre>
 */
final class HFileFormat {
  /** The version this room writes, and the newest it reads. */
  static final int MAJOR_VERSION = 3;

  /** Minor version: since 3 the trailer and the file info are protobuf. */
  static final int MINOR_VERSION = 3;

  // The header of a block.
  static final int MAGIC_AT = 0;
  static final int DISK_BYTES_AT = MAGIC_AT + Long.BYTES;
  static final int BODY_BYTES_AT = DISK_BYTES_AT + Integer.BYTES;
  static final int PREVIOUS_AT = BODY_BYTES_AT + Integer.BYTES;
  static final int CHECKSUM_TYPE_AT = PREVIOUS_AT + Long.BYTES;
  static final int CHECKSUM_CHUNK_AT = CHECKSUM_TYPE_AT + 1;
  static final int CHECKSUMMED_BYTES_AT = CHECKSUM_CHUNK_AT + Integer.BYTES;
  static final int HEADER_BYTES = CHECKSUMMED_BYTES_AT + Integer.BYTES;

  /** Bytes of one checksum. */
  static final int CHECKSUM_BYTES = Integer.BYTES;

  /** Bytes of the trailer, whatever it holds. */
  static final int TRAILER_BYTES = 4096;

  /** Where the protobuf starts in the trailer. */
  static final int TRAILER_FIELDS_AT = Long.BYTES;

  /** Where the version stands in the trailer. */
  static final int TRAILER_VERSION_AT = TRAILER_BYTES - Integer.BYTES;

  /** Bytes of an index entry before its key: offset and bytes on disk of a block. */
  static final int INDEX_ENTRY_BYTES = Long.BYTES + Integer.BYTES;

  /** Bytes of the middle key's place at the end of a root index with levels below it. */
  static final int MIDDLE_KEY_BYTES = Long.BYTES + Integer.BYTES + Integer.BYTES;

  /** hfile.index.block.min.entries: an index block with fewer entries is not split. */
  static final int INDEX_MIN_ENTRIES = 16;

  /** An index of more levels would address more blocks than a file can have. */
  static final int INDEX_MAX_LEVELS = 16;

  /** The version of the Bloom filter's layout. */
  static final int BLOOM_VERSION = 3;

  /** Bytes before the file info's protobuf. */
  static final int PROTOBUF_MAGIC = 'P' << 24 | 'B' << 16 | 'U' << 8 | 'F';

  /** The name HBase 1 and 2 both read for "cells of a user table in their ordinary order". */
  static final String COMPARATOR = "org.apache.hadoop.hbase.KeyValue$KVComparator";

  /**
   * The largest block body and file info: bounds what a damaged length can make a reader allocate.
   * A block ends with the cell that fills it, so it also bounds a cell; 256 MB is 25 times the
   * largest cell HBase accepts by default.
   */
  static final int MAX_BODY_BYTES = 256 << 20;

  /**
   * The largest block on disk: with header and checksums, of a body that does not compress. Bounds
   * what an index entry can make a reader allocate, however long the file is.
   */
  static final int MAX_DISK_BYTES = MAX_BODY_BYTES + MAX_BODY_BYTES / 4;

  /**
   * A part of a data block ends with the cell that reaches this size. A reader of one cell unpacks
   * one part; smaller ones compress worse, and their outline takes more of the cache.
   */
  static final int PART_BYTES = 8 << 10;

  private HFileFormat() {}

  /** How many checksums {@code bytes} take. */
  static int checksums(int bytes, int chunkBytes) {
    return (int) (((long) bytes + chunkBytes - 1) / chunkBytes);
  }

  /** The four last bytes of the file. */
  static int version() {
    return MAJOR_VERSION | MINOR_VERSION << 24;
  }
}
