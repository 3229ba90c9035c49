package io.rowandb.engine.cell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A movable view of one cell: a byte range in HBase's KeyValue layout, plus its sequence id.
 *
 * <pre>
 *  offset
 *  +0  int32  key length k            = 2 + row + 1 + family + qualifier + 8 + 1
 *  +4  int32  value length v
 *  +8  int16  row length r
 *  +10 r bytes row
 *      int8   family length f
 *      f bytes family
 *      q bytes qualifier               q = k - r - f - 12
 *      int64  timestamp, milliseconds by convention
 *      int8   type code                {@link CellType}
 *  +8+k v bytes value
 *      int16  tags length t            } both only when the cell has tags:
 *      t bytes tags                    } length > 8 + k + v
 * </pre>
 *
 * Invariants:
 *
 * <ol>
 *   <li>The bytes in the range never change while anybody can reach the array through a scanner.
 *   <li>All fields derive from the range; {@link #set} decodes them once.
 *   <li>The sequence id is not part of the range: it is kept beside it, as HBase keeps it.
 * </ol>
 *
 * A scanner owns one instance and points it at the next cell as it moves, so a cell seen through a
 * scanner is valid until the scanner moves; the range itself ({@link #array}, {@link #offset},
 * {@link #length}) outlives the move. Not safe for use by several threads.
 */
public final class Cell {
  /** Bytes before the key: the two lengths. */
  public static final int HEADER_BYTES = 8;

  /** Bytes of a key beside row, family and qualifier: lengths of row and family, time, type. */
  public static final int KEY_OVERHEAD_BYTES = 2 + 1 + 8 + 1;

  /** The longest row key, in bytes. */
  public static final int MAX_ROW_BYTES = Short.MAX_VALUE;

  /** A cell has two bytes for the length of all its tags. */
  public static final int MAX_TAGS_BYTES = 65_535;

  /** The longest family name, in bytes. */
  public static final int MAX_FAMILY_BYTES = Byte.MAX_VALUE;

  /** The timestamp that stands for "the server's present time" in a mutation. */
  public static final long LATEST_TIMESTAMP = Long.MAX_VALUE;

  /** The sequence id of search keys: before every stored cell of the same key. */
  public static final long MAX_SEQUENCE = Long.MAX_VALUE;

  private byte[] array;
  private int offset;
  private int length;
  private int rowLength;
  private int familyOffset;
  private int familyLength;
  private int qualifierLength;
  private int valueOffset;
  private int valueLength;
  private long timestamp;
  private int type;
  private long sequence;

  /** A view of nothing; {@link #set} points it. */
  public Cell() {}

  /**
   * Points this view at a whole cell. The range is trusted: what comes from outside is checked by
   * {@link CellCodec#check} first.
   *
   * @return this
   */
  public Cell set(byte[] array, int offset, int length, long sequence) {
    int keyLength = Bytes.getInt(array, offset);
    int valueLength = Bytes.getInt(array, offset + 4);
    int rowLength = Bytes.getUnsignedShort(array, offset + HEADER_BYTES);
    int familyLengthAt = offset + HEADER_BYTES + 2 + rowLength;
    int familyLength = array[familyLengthAt];
    int keyEnd = offset + HEADER_BYTES + keyLength;
    this.array = array;
    this.offset = offset;
    this.length = length;
    this.rowLength = rowLength;
    this.familyOffset = familyLengthAt + 1;
    this.familyLength = familyLength;
    this.qualifierLength = keyLength - rowLength - familyLength - KEY_OVERHEAD_BYTES;
    this.valueOffset = keyEnd;
    this.valueLength = valueLength;
    this.timestamp = Bytes.getLong(array, keyEnd - 9);
    this.type = array[keyEnd - 1] & 0xff;
    this.sequence = sequence;
    return this;
  }

  /** Points this view at what {@code other} points at, sharing the bytes. */
  public Cell set(Cell other) {
    this.array = other.array;
    this.offset = other.offset;
    this.length = other.length;
    this.rowLength = other.rowLength;
    this.familyOffset = other.familyOffset;
    this.familyLength = other.familyLength;
    this.qualifierLength = other.qualifierLength;
    this.valueOffset = other.valueOffset;
    this.valueLength = other.valueLength;
    this.timestamp = other.timestamp;
    this.type = other.type;
    this.sequence = other.sequence;
    return this;
  }

  /** The array that holds the range. Never write to it. */
  public byte[] array() {
    return array;
  }

  /** Where the range starts in {@link #array}. */
  public int offset() {
    return offset;
  }

  /** Bytes of the whole cell: header, key, value and, if any, tags. */
  public int length() {
    return length;
  }

  /** Where the row key starts in {@link #array}. */
  public int rowOffset() {
    return offset + HEADER_BYTES + 2;
  }

  /** Bytes of the row key. */
  public int rowLength() {
    return rowLength;
  }

  /** Where the family name starts in {@link #array}. */
  public int familyOffset() {
    return familyOffset;
  }

  /** Bytes of the family name. */
  public int familyLength() {
    return familyLength;
  }

  /** Where the qualifier starts in {@link #array}. */
  public int qualifierOffset() {
    return familyOffset + familyLength;
  }

  /** Bytes of the qualifier; 0 is legal. */
  public int qualifierLength() {
    return qualifierLength;
  }

  /** The timestamp, by convention milliseconds since 1970. */
  public long timestamp() {
    return timestamp;
  }

  /** The type code, see {@link CellType}. */
  public int type() {
    return type;
  }

  /** Where the value starts in {@link #array}. */
  public int valueOffset() {
    return valueOffset;
  }

  /** Bytes of the value. */
  public int valueLength() {
    return valueLength;
  }

  /** Where the tags start in {@link #array}; only meaningful when {@link #tagsLength} is not 0. */
  public int tagsOffset() {
    return valueOffset + valueLength + 2;
  }

  /** Bytes of the tags, 0 for a cell without. */
  public int tagsLength() {
    int rest = offset + length - valueOffset - valueLength;
    return rest == 0 ? 0 : rest - 2;
  }

  /** The sequence id: the order in which the region accepted the cell; 0 when long settled. */
  public long sequence() {
    return sequence;
  }

  /** A copy of the row key. */
  public byte[] row() {
    return Arrays.copyOfRange(array, rowOffset(), rowOffset() + rowLength);
  }

  /** A copy of the family name. */
  public byte[] family() {
    return Arrays.copyOfRange(array, familyOffset, familyOffset + familyLength);
  }

  /** A copy of the qualifier. */
  public byte[] qualifier() {
    return Arrays.copyOfRange(array, qualifierOffset(), qualifierOffset() + qualifierLength);
  }

  /** A copy of the value. */
  public byte[] value() {
    return Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength);
  }

  /** Whether both cells are of the same row. */
  public boolean sameRow(Cell other) {
    return rowLength == other.rowLength
        && Arrays.equals(
            array,
            rowOffset(),
            rowOffset() + rowLength,
            other.array,
            other.rowOffset(),
            other.rowOffset() + rowLength);
  }

  /** {@code row/family:qualifier/timestamp/type/vlen=n/seqid=n}, unprintable bytes escaped. */
  @Override
  public String toString() {
    if (array == null) {
      return "(no cell)";
    }
    return Bytes.printable(array, rowOffset(), rowLength)
        + "/"
        + new String(array, familyOffset, familyLength, StandardCharsets.UTF_8)
        + ":"
        + Bytes.printable(array, qualifierOffset(), qualifierLength)
        + "/"
        + timestamp
        + "/"
        + CellType.name(type)
        + "/vlen="
        + valueLength
        + "/seqid="
        + sequence;
  }
}
