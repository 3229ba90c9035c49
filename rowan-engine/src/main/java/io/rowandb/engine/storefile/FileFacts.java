package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The FILE_INFO block: names and values, sorted by name. HBase's names are frozen; names that begin
 * with {@code hfile.} belong to its file reader, the others to its stores. Unknown names are kept.
 *
 * <pre>
 *  "PBUF", then protobuf, delimited: repeated field 1 { field 1 name, field 2 value }
 * </pre>
 */
final class FileFacts {
  // What HBase's file reader looks at.
  static final String LAST_KEY = "hfile.LASTKEY";
  static final String AVERAGE_KEY_BYTES = "hfile.AVG_KEY_LEN";
  static final String AVERAGE_VALUE_BYTES = "hfile.AVG_VALUE_LEN";
  static final String CREATED_MILLIS = "hfile.CREATE_TIME_TS";
  static final String BIGGEST_CELL_KEY = "hfile.KEY_OF_BIGGEST_CELL";
  static final String BIGGEST_CELL_BYTES = "hfile.LEN_OF_BIGGEST_CELL";
  static final String MAX_TAGS_BYTES = "hfile.MAX_TAGS_LEN";
  static final String TAGS_COMPRESSED = "hfile.TAGS_COMPRESSED";
  static final String CELL_VERSION = "KEY_VALUE_VERSION";
  static final String MAX_CELL_SEQUENCE = "MAX_MEMSTORE_TS_KEY";
  static final String BLOCK_ENCODING = "DATA_BLOCK_ENCODING";
  static final String INDEX_ENCODING = "INDEX_BLOCK_ENCODING";

  // What HBase's stores look at.
  static final String MAX_SEQUENCE = "MAX_SEQ_ID_KEY";
  static final String MAJOR_COMPACTION = "MAJOR_COMPACTION_KEY";
  static final String KEPT_FROM_MINOR_COMPACTIONS = "EXCLUDE_FROM_MINOR_COMPACTION";
  static final String COMPACTED_FILES = "COMPACTION_EVENT_KEY";
  static final String TIME_RANGE = "TIMERANGE";
  static final String EARLIEST_PUT_MILLIS = "EARLIEST_PUT_TS";
  static final String FAMILY_DELETES = "DELETE_FAMILY_COUNT";
  static final String BLOOM_TYPE = "BLOOM_FILTER_TYPE";
  static final String LAST_BLOOM_KEY = "LAST_BLOOM_KEY";
  static final String BLOOM_PREFIX_BYTES = "BLOOM_FILTER_PARAM";

  // Rowan's own; HBase's reader ignores them. They count the cells of this very file, so their
  // names begin as its reader's do: HBase's tool for bulk loads copies all others into both halves
  // of a file that it splits.
  static final String ROWAN_CELLS = "hfile.ROWAN_CELLS";
  static final String ROWAN_DELETE_MARKERS = "hfile.ROWAN_DELETE_MARKERS";

  /** The value of {@link #CELL_VERSION} when each cell is followed by its sequence id. */
  static final int CELLS_WITH_SEQUENCES = 1;

  private static final int ENTRY = 1;
  private static final int NAME = 1;
  private static final int VALUE = 2;
  private static final int BYTES_WIRE_TYPE = 2;

  private final TreeMap<String, byte[]> values = new TreeMap<>();

  FileFacts put(String name, byte[] value) {
    values.put(name, value);
    return this;
  }

  FileFacts putInt(String name, int value) {
    return put(name, new ByteSink(Integer.BYTES).putInt(value).toByteArray());
  }

  FileFacts putLong(String name, long value) {
    return put(name, new ByteSink(Long.BYTES).putLong(value).toByteArray());
  }

  FileFacts putFlag(String name, boolean value) {
    return put(name, new byte[] {(byte) (value ? -1 : 0)});
  }

  /** The value, or null. */
  byte[] get(String name) {
    return values.get(name);
  }

  /** All of them, sorted by name. */
  Map<String, byte[]> all() {
    return Collections.unmodifiableMap(values);
  }

  boolean contains(String name) {
    return values.containsKey(name);
  }

  /** A 4-byte value; {@code missing} when there is none. */
  int intValue(String name, int missing, ByteCursor in) throws CorruptFileException {
    byte[] value = sized(name, Integer.BYTES, in);
    return value == null ? missing : Bytes.getInt(value, 0);
  }

  /** An 8-byte value; {@code missing} when there is none. */
  long longValue(String name, long missing, ByteCursor in) throws CorruptFileException {
    byte[] value = sized(name, Long.BYTES, in);
    return value == null ? missing : Bytes.getLong(value, 0);
  }

  /** A flag; false when it is missing. */
  boolean flag(String name, ByteCursor in) throws CorruptFileException {
    byte[] value = sized(name, 1, in);
    return value != null && value[0] != 0;
  }

  private byte[] sized(String name, int bytes, ByteCursor in) throws CorruptFileException {
    byte[] value = values.get(name);
    if (value != null && value.length != bytes) {
      throw in.corrupt(name + " has " + value.length + " bytes instead of " + bytes);
    }
    return value;
  }

  /** Appends the block's body. */
  void encode(ByteSink target) {
    ByteSink fields = new ByteSink(1024);
    ByteSink entry = new ByteSink(256);
    for (Map.Entry<String, byte[]> fact : values.entrySet()) {
      entry.truncate(0);
      entry.putBytesField(NAME, fact.getKey().getBytes(StandardCharsets.ISO_8859_1));
      entry.putBytesField(VALUE, fact.getValue());
      fields.putBytesField(ENTRY, entry.toByteArray());
    }
    target.putInt(HFileFormat.PROTOBUF_MAGIC);
    target.putVarint(fields.size()).put(fields.array(), 0, fields.size());
  }

  /** Reads a block's body. */
  static FileFacts decode(ByteCursor in) throws CorruptFileException {
    if (in.readInt() != HFileFormat.PROTOBUF_MAGIC) {
      throw in.corrupt("no protobuf here");
    }
    ByteCursor fields = in.slice(in.readVarintLength());
    FileFacts facts = new FileFacts();
    while (fields.remaining() > 0) {
      ByteCursor entry = field(fields, ENTRY);
      ByteCursor name = field(entry, NAME);
      ByteCursor value = field(entry, VALUE);
      facts.put(
          new String(name.readBytes(name.remaining()), StandardCharsets.ISO_8859_1),
          value.readBytes(value.remaining()));
      if (entry.remaining() != 0) {
        throw in.corrupt("unknown field in an entry");
      }
    }
    return facts;
  }

  /** Reads two numbers written as 16 bytes, or, by some versions of HBase, as protobuf. */
  static long[] timeRange(Path path, long offset, byte[] value) throws CorruptFileException {
    ByteCursor in = new ByteCursor(path, offset, TIME_RANGE, value, 0, value.length);
    if (value.length == Long.BYTES * 2) {
      return new long[] {in.readLong(), in.readLong()};
    }
    if (in.readInt() != HFileFormat.PROTOBUF_MAGIC) {
      throw in.corrupt(value.length + " bytes that are no time range");
    }
    long[] range = new long[2];
    while (in.remaining() > 0) {
      long tag = in.readVarint();
      int field = (int) (tag >>> 3);
      if ((tag & 7) != 0 || field < 1 || field > 2) {
        throw in.corrupt("unknown field, tag " + tag);
      }
      range[field - 1] = in.readVarint();
    }
    return range;
  }

  private static ByteCursor field(ByteCursor in, int field) throws CorruptFileException {
    long tag = in.readVarint();
    if (tag != ((long) field << 3 | BYTES_WIRE_TYPE)) {
      throw in.corrupt("tag " + tag + " where field " + field + " was due");
    }
    return in.slice(in.readVarintLength());
  }
}
