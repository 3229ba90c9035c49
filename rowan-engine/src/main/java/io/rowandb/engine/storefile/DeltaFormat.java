package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import java.util.Arrays;

/**
 * The bodies of blocks in the encodings PREFIX, DIFF and FAST_DIFF: HBase's encodings of cells that
 * omit what they share with the previous cell.
 *
 * <pre>
 *  body
 *  int16  id of the encoding
 *  int32  bytes that the cells take in a DATA body
 *  cells, each with
 *      varint32 tags length, tags      when the file has tags
 *      vlong    sequence id            when it has ids
 *
 *  PREFIX cell                           DIFF cell (before the first: int8 and bytes of the family)
 *  varint32 bytes of the key not shared  int8 flags: 1 key length as before, 2 value length as
 *  varint32 value length                      before, 4 type as before, 8 difference of times,
 *  varint32 bytes of the key shared           16 to 64 bytes of the time less 1, 128 negative
 *  rest of the key                       varint32 key length     } unless as before
 *  value                                 varint32 value length   }
 *                                        varint32 bytes of the key shared
 *  FAST_DIFF cell                        rest of row length and row, unless shared; rest of the
 *  int8 flags: 1 to 4 bytes of the time       qualifier
 *       shared, 8 key length, 16 value   1 to 8 bytes time, or time before less time; the lowest
 *       length, 32 type, 64 value as          byte first, without its sign
 *       before                           int8 type               unless as before
 *  varint32 key length   } unless as     value
 *  varint32 value length } before
 *  varint32 bytes of the key shared
 *  rest of row length and row, unless shared; rest of the qualifier; rest of the time
 *  int8 type, value      unless as before; of the first cell the whole key and the value follow
 * </pre>
 *
 * <p>A key is the part of a cell after its two lengths. Shared bytes are counted from the start of
 * the key: of the row length; if that is equal, of the row; if that is equal, the family, which is
 * the same in a whole block, and of the qualifier. Only PREFIX continues with time and type if the
 * qualifiers are equal. varint32 is a number with seven bits per byte, as in protobuf.
 *
 * <p>Worked example, checked by {@code BlockEncodingTest}: {@code r/f:a/1/Put/v} and {@code
 * r/f:b/1/Put/v} in a file with neither tags nor sequence ids:
 *
 * <pre>
 *  PREFIX                     DIFF                       FAST_DIFF
 *  00 02                      00 03                      00 04        encoding
 *  00 00 00 30                00 00 00 30                00 00 00 30  48 bytes of cells
 *                             01 66                                   family "f"
 *                             00                         00           flags
 *  0f 01 00                   0f 01 00                   0f 01 00     key of 15 bytes, value of 1
 *  00 01 72                   00 01 72                   00 01 72     row "r"
 *  01 66                                                 01 66        family "f"
 *  61                         61                         61           qualifier "a"
 *  00 00 00 00 00 00 00 01    01                         00 00 00 00 00 00 00 01
 *  04 76                      04 76                      04 76        Put, value "v"
 *                             07                         7f           all as before
 *  0a 01 05                   05                         05           5 bytes of the key shared
 *  62                         62                         62           qualifier "b"
 *  00 00 00 00 00 00 00 01    01                         01           time
 *  04 76                      76                                      Put, value "v"
 * </pre>
 */
final class DeltaFormat {
  /** Where the length of the cells stands in a body. */
  static final int LENGTH_AT = BlockEncoding.ID_BYTES;

  /** Bytes of a key behind the qualifier: time and type. */
  static final int TIME_AND_TYPE_BYTES = Long.BYTES + 1;

  // The flags of DIFF.
  static final int DIFF_SAME_KEY_LENGTH = 1;
  static final int DIFF_SAME_VALUE_LENGTH = 1 << 1;
  static final int DIFF_SAME_TYPE = 1 << 2;
  static final int DIFF_TIME_DIFFERENCE = 1 << 3;
  static final int DIFF_TIME_BYTES_SHIFT = 4;
  static final int DIFF_TIME_BYTES_MASK = 7;
  static final int DIFF_NEGATIVE = 1 << 7;

  // The flags of FAST_DIFF.
  static final int FAST_TIME_SHARED_MASK = 7;
  static final int FAST_SAME_KEY_LENGTH = 1 << 3;
  static final int FAST_SAME_VALUE_LENGTH = 1 << 4;
  static final int FAST_SAME_TYPE = 1 << 5;
  static final int FAST_SAME_VALUE = 1 << 6;

  private DeltaFormat() {}

  /** Bytes of the keys up to the end of the qualifiers that both cells, of one family, share. */
  static int sharedBytes(Cell cell, Cell before) {
    if (cell.rowLength() != before.rowLength()) {
      return cell.rowLength() >>> Byte.SIZE == before.rowLength() >>> Byte.SIZE ? 1 : 0;
    }
    int rowEnd = cell.rowOffset() + cell.rowLength();
    int row =
        Arrays.mismatch(
            cell.array(),
            cell.rowOffset(),
            rowEnd,
            before.array(),
            before.rowOffset(),
            before.rowOffset() + before.rowLength());
    if (row >= 0) {
      return Short.BYTES + row;
    }
    return cell.qualifierOffset() - keyOffset(cell) + sharedQualifierBytes(cell, before);
  }

  private static int sharedQualifierBytes(Cell cell, Cell before) {
    int least = Math.min(cell.qualifierLength(), before.qualifierLength());
    int same =
        Arrays.mismatch(
            cell.array(),
            cell.qualifierOffset(),
            cell.qualifierOffset() + least,
            before.array(),
            before.qualifierOffset(),
            before.qualifierOffset() + least);
    return same < 0 ? least : same;
  }

  /** As {@link #sharedBytes}, and of time and type when the columns are the same. */
  static int sharedBytesOfWholeKey(Cell cell, Cell before) {
    int shared = sharedBytes(cell, before);
    if (cell.qualifierLength() != before.qualifierLength()
        || shared != keyLength(cell) - TIME_AND_TYPE_BYTES) {
      return shared;
    }
    int time = sharedTimeBytes(cell, before);
    boolean same = time == Long.BYTES && cell.type() == before.type();
    return shared + (same ? TIME_AND_TYPE_BYTES : time);
  }

  /** How many bytes both times begin with alike. */
  static int sharedTimeBytes(Cell cell, Cell before) {
    return Long.numberOfLeadingZeros(cell.timestamp() ^ before.timestamp()) / Byte.SIZE;
  }

  /** Bytes that a time or difference takes in DIFF; a negative number takes all. */
  static int timeBytes(long time) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(time) + 7) / Byte.SIZE);
  }

  static int keyOffset(Cell cell) {
    return cell.offset() + Cell.HEADER_BYTES;
  }

  static int keyLength(Cell cell) {
    return Bytes.getInt(cell.array(), cell.offset());
  }
}
