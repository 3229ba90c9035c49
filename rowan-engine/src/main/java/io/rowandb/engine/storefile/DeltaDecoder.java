package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Decodes the delta-encoded cells of one block ({@link DeltaFormat}) into plain cells, as in a DATA
 * body. It terminates for every input: either the array is full, or a {@link DataFormatException}
 * says why not. {@link DataBlock} checks that the result consists of valid cells.
 *
 * <p>Invariant: neither {@code at} nor {@code to} passes its end, and the array for the cells is
 * never larger than twice the bytes put into it or {@link #FIRST_EXPANSION} times the encoded
 * block, whichever is more.
 *
 * <p>Made for one block and used by one thread.
 */
abstract class DeltaDecoder {
  /** Blocks rarely expand more; the array for one that does grows. */
  private static final int FIRST_EXPANSION = 8;

  /** Stands for the cell before the first. */
  private static final int NONE = -1;

  // Fixed at construction.
  private final CellLayout layout;
  private final TagDictionary tags;

  /** The encoded cells. */
  final byte[] source;

  private final int end;

  /** Bytes that all cells take. */
  private final int plainBytes;

  /** Where the next encoded byte is. */
  int at;

  /** The cells so far. */
  byte[] target;

  /** Bytes of the cells so far. */
  int to;

  /** Where the cell before starts in {@link #target}; {@link #NONE} for the first. */
  private int before = NONE;

  // The lengths of the cell at hand; while it is begun, of the cell before.
  int keyLength;
  int valueLength;

  private DeltaDecoder(BlockBody body, CellLayout layout) throws DataFormatException {
    this.layout = layout;
    this.tags = layout.compressedTags() ? new TagDictionary() : null;
    this.source = body.bytes();
    this.end = body.end();
    this.at = body.start() + DeltaFormat.LENGTH_AT;
    need(Integer.BYTES);
    this.plainBytes = Bytes.getInt(source, at);
    this.at += Integer.BYTES;
    if (plainBytes < 0 || plainBytes > HFileFormat.MAX_BODY_BYTES) {
      throw new DataFormatException("cells of " + plainBytes + " bytes");
    }
    long first = Math.max(64L, (long) FIRST_EXPANSION * body.length());
    this.target = new byte[(int) Math.min(first, plainBytes)];
  }

  /** The cells of a body, plain. */
  static BlockBody decode(BlockBody body, CellLayout layout) throws DataFormatException {
    DeltaDecoder decoder =
        switch (layout.encoding()) {
          case PREFIX -> new Prefix(body, layout);
          case DIFF -> new Diff(body, layout);
          case FAST_DIFF -> new FastDiff(body, layout);
          case NONE, ROW_INDEX_V1 ->
              throw new IllegalArgumentException(layout.encoding() + " leaves nothing out");
        };
    return decoder.decode();
  }

  private BlockBody decode() throws DataFormatException {
    while (at < end) {
      int cell = to;
      takeCell();
      before = cell;
      if (layout.tags()) {
        takeTags();
      }
      if (layout.sequences()) {
        takeSequence();
      }
    }
    if (to != plainBytes) {
      throw new DataFormatException("cells of " + to + " bytes where " + plainBytes + " were due");
    }
    return new BlockBody(target, 0, to);
  }

  /** Takes one cell without what follows its value. */
  abstract void takeCell() throws DataFormatException;

  final boolean isFirst() {
    return before == NONE;
  }

  /** Where the key of the cell before starts. */
  final int keyBefore() {
    return before + Cell.HEADER_BYTES;
  }

  /**
   * Makes room for the cell at hand, and puts its lengths and what its key shares.
   *
   * @param keyLengthBefore bytes of the key before, which bounds what can be shared; 0 for the
   *     first
   */
  final void begin(int shared, int keyLengthBefore) throws DataFormatException {
    if (shared > Math.min(keyLength, keyLengthBefore)) {
      throw new DataFormatException(
          shared + " bytes shared of keys of " + keyLength + " and " + keyLengthBefore + " bytes");
    }
    room((long) Cell.HEADER_BYTES + keyLength + valueLength);
    Bytes.putInt(target, to, keyLength);
    Bytes.putInt(target, to + Integer.BYTES, valueLength);
    to += Cell.HEADER_BYTES;
    repeat(keyBefore(), shared);
  }

  /**
   * Takes the key from behind what is shared up to its time.
   *
   * @param family where the length and name of the family are, outside the source
   */
  final void takeRestOfColumn(int shared, byte[] familySource, int family)
      throws DataFormatException {
    int key = to - shared;
    int timeAt = key + keyLength - DeltaFormat.TIME_AND_TYPE_BYTES;
    if (isFirst() || shared < Short.BYTES + rowLengthAt(keyBefore())) {
      int missing = Math.max(0, Short.BYTES - shared);
      copy(missing);
      int rowEnd = key + Short.BYTES + rowLengthAt(key);
      copy(rowEnd - to);
      int familyBytes = 1 + familySource[family];
      if (rowEnd + familyBytes > timeAt) {
        throw new DataFormatException(
            "row and family of "
                + (rowEnd + familyBytes - key)
                + " bytes in a key of "
                + keyLength);
      }
      System.arraycopy(familySource, family, target, to, familyBytes);
      to += familyBytes;
    }
    copy(timeAt - to);
  }

  final int rowLengthAt(int key) {
    return Bytes.getUnsignedShort(target, key);
  }

  /** Copies encoded bytes, for which {@link #begin} made room or the caller did. */
  final void copy(int length) throws DataFormatException {
    need(length);
    if (length > target.length - to) {
      throw new DataFormatException(length + " bytes do not fit their cell");
    }
    System.arraycopy(source, at, target, to, length);
    at += length;
    to += length;
  }

  /** Puts bytes again that were put before. */
  final void repeat(int from, int length) {
    System.arraycopy(target, from, target, to, length);
    to += length;
  }

  final int takeByte() throws DataFormatException {
    need(1);
    return source[at++];
  }

  /** The number of at most 31 bits that comes next. */
  final int takeLength() throws DataFormatException {
    long value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int b = takeByte();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        if (value > Integer.MAX_VALUE) {
          break;
        }
        return (int) value;
      }
    }
    throw new DataFormatException("length of more than 31 bits");
  }

  private void takeTags() throws DataFormatException {
    int length = takeLength();
    if (length > 0xffff) {
      throw new DataFormatException("tags of " + length + " bytes");
    }
    room((long) Short.BYTES + length);
    Bytes.putShort(target, to, length);
    to += Short.BYTES;
    if (tags == null) {
      copy(length);
      return;
    }
    for (int tagsEnd = to + length; to < tagsEnd; ) {
      takeTag(tagsEnd);
    }
  }

  private void takeTag(int tagsEnd) throws DataFormatException {
    int status = takeByte();
    byte[] known = null;
    int length;
    if (status == TagDictionary.ABSENT) {
      length = takeLength();
    } else {
      int number = status << Byte.SIZE | (takeByte() & 0xff);
      known = tags.get(number);
      if (known == null) {
        throw new DataFormatException("no tag has number " + number);
      }
      length = known.length;
    }
    if (length > tagsEnd - to - Short.BYTES) {
      throw new DataFormatException("tag of " + length + " bytes is longer than all of its cell");
    }
    Bytes.putShort(target, to, length);
    to += Short.BYTES;
    if (known == null) {
      copy(length);
      tags.add(target, to - length, length);
    } else {
      System.arraycopy(known, 0, target, to, length);
      to += length;
    }
  }

  private void takeSequence() throws DataFormatException {
    need(1);
    int first = source[at];
    // A negative one, which is none, is refused when the cells are checked.
    int more = first >= -112 ? 0 : first >= -120 ? -112 - first : -120 - first;
    room(1L + more);
    copy(1 + more);
  }

  /** Checks that so many encoded bytes are left. */
  final void need(int bytes) throws DataFormatException {
    if (bytes < 0 || bytes > end - at) {
      throw new DataFormatException(
          bytes + " bytes wanted where " + Math.max(0, end - at) + " are left");
    }
  }

  /** Checks that so many bytes of cells are still due, and makes room for them. */
  private void room(long bytes) throws DataFormatException {
    if (bytes > plainBytes - to) {
      throw new DataFormatException(
          bytes + " bytes of cells where " + (plainBytes - to) + " are due");
    }
    if (bytes > target.length - to) {
      long doubled = Math.max(2L * target.length, to + bytes);
      target = Arrays.copyOf(target, (int) Math.min(doubled, plainBytes));
    }
  }

  private static final class Prefix extends DeltaDecoder {
    Prefix(BlockBody body, CellLayout layout) throws DataFormatException {
      super(body, layout);
    }

    @Override
    void takeCell() throws DataFormatException {
      int keyLengthBefore = keyLength;
      int rest = takeLength();
      valueLength = takeLength();
      int shared = takeLength();
      keyLength = (int) Math.min((long) rest + shared, Integer.MAX_VALUE);
      begin(shared, keyLengthBefore);
      copy(rest + valueLength);
    }
  }

  private static final class Diff extends DeltaDecoder {
    private byte[] family;
    private long time;
    private int type;

    Diff(BlockBody body, CellLayout layout) throws DataFormatException {
      super(body, layout);
    }

    @Override
    void takeCell() throws DataFormatException {
      if (isFirst()) {
        takeFamily();
      }
      int flags = takeByte();
      int keyLengthBefore = keyLength;
      if ((flags & DeltaFormat.DIFF_SAME_KEY_LENGTH) == 0) {
        keyLength = takeLength();
      }
      if ((flags & DeltaFormat.DIFF_SAME_VALUE_LENGTH) == 0) {
        valueLength = takeLength();
      }
      int shared = takeLength();
      begin(shared, keyLengthBefore);
      takeRestOfColumn(shared, family, 0);
      takeTime(flags);
      Bytes.putLong(target, to, time);
      to += Long.BYTES;
      if ((flags & DeltaFormat.DIFF_SAME_TYPE) == 0) {
        type = takeByte();
      }
      target[to++] = (byte) type;
      copy(valueLength);
    }

    private void takeFamily() throws DataFormatException {
      int length = takeByte();
      need(length);
      family = Arrays.copyOfRange(source, at - 1, at + length);
      at += length;
    }

    private void takeTime(int flags) throws DataFormatException {
      int bytes =
          1 + (flags >>> DeltaFormat.DIFF_TIME_BYTES_SHIFT & DeltaFormat.DIFF_TIME_BYTES_MASK);
      long number = 0;
      for (int i = 0; i < bytes; i++) {
        number |= (takeByte() & 0xffL) << (Byte.SIZE * i);
      }
      if ((flags & DeltaFormat.DIFF_NEGATIVE) != 0) {
        number = -number;
      }
      time = (flags & DeltaFormat.DIFF_TIME_DIFFERENCE) == 0 ? number : time - number;
    }
  }

  private static final class FastDiff extends DeltaDecoder {
    FastDiff(BlockBody body, CellLayout layout) throws DataFormatException {
      super(body, layout);
    }

    @Override
    void takeCell() throws DataFormatException {
      int flags = takeByte();
      int keyLengthBefore = keyLength;
      if ((flags & DeltaFormat.FAST_SAME_KEY_LENGTH) == 0) {
        keyLength = takeLength();
      }
      int valueLengthBefore = valueLength;
      if ((flags & DeltaFormat.FAST_SAME_VALUE_LENGTH) == 0) {
        valueLength = takeLength();
      }
      int shared = takeLength();
      begin(shared, keyLengthBefore);
      if (isFirst()) {
        copy(keyLength + valueLength);
        return;
      }
      takeRestOfColumn(shared, target, familyBefore(keyLengthBefore));
      int timeBefore = keyBefore() + keyLengthBefore - DeltaFormat.TIME_AND_TYPE_BYTES;
      int sharedTime = flags & DeltaFormat.FAST_TIME_SHARED_MASK;
      repeat(timeBefore, sharedTime);
      copy(Long.BYTES - sharedTime);
      if ((flags & DeltaFormat.FAST_SAME_TYPE) == 0) {
        copy(1);
      } else {
        repeat(timeBefore + Long.BYTES, 1);
      }
      takeValue(flags, keyBefore() + keyLengthBefore, valueLengthBefore);
    }

    /** Where the family of the cell before is; only the first cell may put it anywhere. */
    private int familyBefore(int keyLengthBefore) throws DataFormatException {
      int family = Short.BYTES + rowLengthAt(keyBefore());
      int room = keyLengthBefore - DeltaFormat.TIME_AND_TYPE_BYTES - family - 1;
      if (room < 0 || target[keyBefore() + family] < 0 || target[keyBefore() + family] > room) {
        throw new DataFormatException("no family in a key of " + keyLengthBefore + " bytes");
      }
      return keyBefore() + family;
    }

    private void takeValue(int flags, int valueBefore, int valueLengthBefore)
        throws DataFormatException {
      if ((flags & DeltaFormat.FAST_SAME_VALUE) == 0) {
        copy(valueLength);
      } else if (valueLength == valueLengthBefore) {
        repeat(valueBefore, valueLength);
      } else {
        throw new DataFormatException(
            "the same value with " + valueLengthBefore + " and with " + valueLength + " bytes");
      }
    }
  }
}
