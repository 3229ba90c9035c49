package io.rowandb.engine.cell;

import java.util.Arrays;

/** Writes cells in the layout of {@link Cell}, makes search keys, and checks foreign bytes. */
public final class CellCodec {
  private static final byte[] EMPTY = new byte[0];

  private CellCodec() {}

  /** Bytes a cell of these lengths takes; {@code tagsLength} 0 means no tags at all. */
  public static int encodedLength(
      int rowLength, int familyLength, int qualifierLength, int valueLength, int tagsLength) {
    int withoutTags =
        Cell.HEADER_BYTES
            + Cell.KEY_OVERHEAD_BYTES
            + rowLength
            + familyLength
            + qualifierLength
            + valueLength;
    return tagsLength == 0 ? withoutTags : withoutTags + 2 + tagsLength;
  }

  /**
   * Writes a cell without tags.
   *
   * @return the offset after its last byte
   */
  public static int encode(
      byte[] target,
      int at,
      byte[] row,
      byte[] family,
      byte[] qualifier,
      long timestamp,
      int type,
      byte[] value) {
    Bytes.putInt(
        target, at, Cell.KEY_OVERHEAD_BYTES + row.length + family.length + qualifier.length);
    Bytes.putInt(target, at + 4, value.length);
    int p = at + Cell.HEADER_BYTES;
    Bytes.putShort(target, p, row.length);
    p = append(target, p + 2, row);
    target[p] = (byte) family.length;
    p = append(target, p + 1, family);
    p = append(target, p, qualifier);
    Bytes.putLong(target, p, timestamp);
    target[p + 8] = (byte) type;
    return append(target, p + 9, value);
  }

  /** A new cell over bytes of its own. */
  public static Cell cell(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      long timestamp,
      int type,
      byte[] value,
      long sequence) {
    byte[] bytes =
        new byte[encodedLength(row.length, family.length, qualifier.length, value.length, 0)];
    encode(bytes, 0, row, family, qualifier, timestamp, type, value);
    return new Cell().set(bytes, 0, bytes.length, sequence);
  }

  /** The search key before every cell of {@code row}. */
  public static Cell firstOnRow(byte[] row) {
    return cell(row, EMPTY, EMPTY, Long.MAX_VALUE, CellType.MAXIMUM, EMPTY, Cell.MAX_SEQUENCE);
  }

  /** The search key after every cell of {@code row}. */
  public static Cell lastOnRow(byte[] row) {
    return cell(row, EMPTY, EMPTY, Long.MIN_VALUE, CellType.MINIMUM, EMPTY, 0);
  }

  /** The search key before every cell of a column. */
  public static Cell firstOnColumn(byte[] row, byte[] family, byte[] qualifier) {
    return cell(row, family, qualifier, Long.MAX_VALUE, CellType.MAXIMUM, EMPTY, Cell.MAX_SEQUENCE);
  }

  /**
   * What is wrong with a range that claims to be a whole cell, or null when nothing is: every
   * length must fit inside the range, and the type must be storable.
   */
  public static String check(byte[] array, int offset, int length) {
    if (length < Cell.HEADER_BYTES + Cell.KEY_OVERHEAD_BYTES) {
      return "cell of " + length + " bytes is shorter than the smallest cell";
    }
    int keyLength = Bytes.getInt(array, offset);
    int valueLength = Bytes.getInt(array, offset + 4);
    if (keyLength < Cell.KEY_OVERHEAD_BYTES || keyLength > length - Cell.HEADER_BYTES) {
      return "key length " + keyLength + " does not fit a cell of " + length + " bytes";
    }
    int afterKey = length - Cell.HEADER_BYTES - keyLength;
    if (valueLength < 0 || valueLength > afterKey) {
      return "value length "
          + valueLength
          + " does not fit the "
          + afterKey
          + " bytes after the key";
    }
    int rowLength = Bytes.getUnsignedShort(array, offset + Cell.HEADER_BYTES);
    if (rowLength > Cell.MAX_ROW_BYTES || rowLength > keyLength - Cell.KEY_OVERHEAD_BYTES) {
      return "row length " + rowLength + " does not fit a key of " + keyLength + " bytes";
    }
    int familyLength = array[offset + Cell.HEADER_BYTES + 2 + rowLength];
    if (familyLength < 0 || familyLength > keyLength - Cell.KEY_OVERHEAD_BYTES - rowLength) {
      return "family length " + familyLength + " does not fit a key of " + keyLength + " bytes";
    }
    int type = array[offset + Cell.HEADER_BYTES + keyLength - 1] & 0xff;
    if (!CellType.isStorable(type)) {
      return "type code " + type + " is none of HBase's";
    }
    int rest = afterKey - valueLength;
    if (rest == 1) {
      return "one byte after the value, where a tags length takes two";
    }
    if (rest != 0) {
      if (rest - 2 > Cell.MAX_TAGS_BYTES) {
        return "tags have " + (rest - 2) + " bytes, more than " + Cell.MAX_TAGS_BYTES;
      }
      int tagsLength = Bytes.getUnsignedShort(array, offset + length - rest);
      if (tagsLength != rest - 2) {
        return "tags length " + tagsLength + " does not fit the " + rest + " bytes after the value";
      }
    }
    return null;
  }

  /** A copy of {@code cell}'s bytes without value and tags. */
  public static byte[] keyOnly(Cell cell) {
    byte[] bytes = Arrays.copyOfRange(cell.array(), cell.offset(), cell.valueOffset());
    Bytes.putInt(bytes, 4, 0);
    return bytes;
  }

  private static int append(byte[] target, int at, byte[] source) {
    System.arraycopy(source, 0, target, at, source.length);
    return at + source.length;
  }
}
