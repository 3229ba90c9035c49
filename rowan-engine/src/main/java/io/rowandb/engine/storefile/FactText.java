package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import java.nio.charset.StandardCharsets;

/** Formats entries of the file info, and keys, for people. */
final class FactText {
  private FactText() {}

  /** The value of a fact: a number, a flag or a text where the name is known, else the bytes. */
  static Object value(String name, byte[] value) {
    return switch (name) {
      case FileFacts.LAST_KEY, FileFacts.BIGGEST_CELL_KEY ->
          IndexBlock.isKey(value, 0, value.length) ? key(value) : value;
      case FileFacts.BLOCK_ENCODING, FileFacts.INDEX_ENCODING, FileFacts.BLOOM_TYPE ->
          new String(value, StandardCharsets.ISO_8859_1);
      case FileFacts.MAJOR_COMPACTION,
              FileFacts.KEPT_FROM_MINOR_COMPACTIONS,
              FileFacts.TAGS_COMPRESSED ->
          value.length == 1 ? (Object) (value[0] != 0) : value;
      case FileFacts.AVERAGE_KEY_BYTES,
              FileFacts.AVERAGE_VALUE_BYTES,
              FileFacts.MAX_TAGS_BYTES,
              FileFacts.CELL_VERSION,
              FileFacts.CREATED_MILLIS,
              FileFacts.BIGGEST_CELL_BYTES,
              FileFacts.MAX_CELL_SEQUENCE,
              FileFacts.MAX_SEQUENCE,
              FileFacts.EARLIEST_PUT_MILLIS,
              FileFacts.FAMILY_DELETES,
              FileFacts.BLOOM_PREFIX_BYTES,
              FileFacts.ROWAN_CELLS,
              FileFacts.ROWAN_DELETE_MARKERS ->
          number(value);
      default -> value;
    };
  }

  /** A number of 4 or 8 bytes; other bytes stay as they are. */
  private static Object number(byte[] value) {
    if (value.length == Integer.BYTES) {
      return (long) Bytes.getInt(value, 0);
    }
    return value.length == Long.BYTES ? (Object) Bytes.getLong(value, 0) : value;
  }

  private static String key(byte[] key) {
    byte[] cell = new byte[Cell.HEADER_BYTES + key.length];
    Bytes.putInt(cell, 0, key.length);
    System.arraycopy(key, 0, cell, Cell.HEADER_BYTES, key.length);
    return key(new Cell().set(cell, 0, cell.length, 0));
  }

  /** {@code row/family:qualifier/timestamp/type}, the form of HBase's tools. */
  static String key(Cell cell) {
    return Bytes.printable(cell.array(), cell.rowOffset(), cell.rowLength())
        + "/"
        + Bytes.printable(cell.array(), cell.familyOffset(), cell.familyLength())
        + ":"
        + Bytes.printable(cell.array(), cell.qualifierOffset(), cell.qualifierLength())
        + "/"
        + cell.timestamp()
        + "/"
        + CellType.name(cell.type());
  }
}
