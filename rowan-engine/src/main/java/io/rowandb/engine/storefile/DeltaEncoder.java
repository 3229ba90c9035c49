package io.rowandb.engine.storefile;

import static io.rowandb.engine.storefile.DeltaFormat.keyLength;
import static io.rowandb.engine.storefile.DeltaFormat.keyOffset;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import java.util.Arrays;

/**
 * Writes cells without what they share with the cell before: see {@link DeltaFormat}. All cells of
 * a block are of one family. Needs memory for a copy of the last cell.
 */
abstract class DeltaEncoder implements BlockEncoder {
  // Fixed at construction.
  private final BlockEncoding encoding;
  private final CellLayout layout;

  // The block at hand.
  private ByteSink body;
  private int start;
  private int plainBytes;

  /** Where the bytes of the last cell are kept; replaced by a larger one for a larger cell. */
  private byte[] kept = new byte[1 << 10];

  private DeltaEncoder(BlockEncoding encoding, CellLayout layout) {
    this.encoding = encoding;
    this.layout = layout;
  }

  @Override
  public void start(ByteSink newBody) {
    body = newBody;
    start = newBody.size();
    plainBytes = 0;
    body.putShort(encoding.id()).putInt(0);
  }

  @Override
  public void append(Cell cell, Cell last) {
    int length = cell.valueOffset() + cell.valueLength() - cell.offset();
    if (plainBytes == 0) {
      putFirst(body, cell);
    } else {
      checkFamily(cell, last);
      put(body, cell, last);
    }
    plainBytes += length;
    putTags(cell);
    putSequence(cell);
    if (kept.length < length) {
      kept = new byte[Math.max(length, 2 * kept.length)];
    }
    System.arraycopy(cell.array(), cell.offset(), kept, 0, length);
    last.set(kept, 0, length, cell.sequence());
  }

  private void checkFamily(Cell cell, Cell last) {
    if (!Arrays.equals(
        cell.array(),
        cell.familyOffset(),
        cell.familyOffset() + cell.familyLength(),
        last.array(),
        last.familyOffset(),
        last.familyOffset() + last.familyLength())) {
      throw new IllegalArgumentException(
          "Encoding " + encoding + " keeps one family a block: " + cell + " after " + last);
    }
  }

  private void putTags(Cell cell) {
    if (!layout.tags()) {
      return;
    }
    int length = cell.tagsLength();
    body.putVarint(length);
    if (length > 0) {
      body.put(cell.array(), cell.tagsOffset(), length);
    }
    plainBytes += Short.BYTES + length;
  }

  private void putSequence(Cell cell) {
    if (layout.sequences()) {
      body.putVlong(cell.sequence());
      plainBytes += ByteSink.vlongBytes(cell.sequence());
    }
  }

  @Override
  public void finish() {
    Bytes.putInt(body.array(), start + DeltaFormat.LENGTH_AT, plainBytes);
  }

  @Override
  public int bytes() {
    int encoded = body.size() - start - DeltaFormat.LENGTH_AT - Integer.BYTES;
    return Math.max(encoded, plainBytes);
  }

  /** Writes the first cell of a block, without tags and sequence id. */
  abstract void putFirst(ByteSink target, Cell cell);

  /** Writes a cell after another, without tags and sequence id. */
  abstract void put(ByteSink target, Cell cell, Cell before);

  /**
   * Writes the key between the bytes that are shared and its time: without the family, which the
   * reader knows.
   */
  private static void putRestOfColumn(ByteSink target, Cell cell, int shared) {
    int qualifierAt = cell.qualifierOffset();
    int rowEnd = cell.rowOffset() + cell.rowLength();
    int from = keyOffset(cell) + shared;
    if (from < rowEnd) {
      target.put(cell.array(), from, rowEnd - from);
      from = qualifierAt;
    }
    // A row that is shared as a whole is shared with the family.
    from = Math.max(from, qualifierAt);
    target.put(cell.array(), from, qualifierAt + cell.qualifierLength() - from);
  }

  private static void putValue(ByteSink target, Cell cell) {
    target.put(cell.array(), cell.valueOffset(), cell.valueLength());
  }

  static final class Prefix extends DeltaEncoder {
    Prefix(CellLayout layout) {
      super(BlockEncoding.PREFIX, layout);
    }

    @Override
    void putFirst(ByteSink target, Cell cell) {
      put(target, cell, 0);
    }

    @Override
    void put(ByteSink target, Cell cell, Cell before) {
      put(target, cell, DeltaFormat.sharedBytesOfWholeKey(cell, before));
    }

    private static void put(ByteSink target, Cell cell, int shared) {
      int rest = keyLength(cell) - shared;
      target.putVarint(rest).putVarint(cell.valueLength()).putVarint(shared);
      target.put(cell.array(), keyOffset(cell) + shared, rest + cell.valueLength());
    }
  }

  static final class Diff extends DeltaEncoder {
    Diff(CellLayout layout) {
      super(BlockEncoding.DIFF, layout);
    }

    @Override
    void putFirst(ByteSink target, Cell cell) {
      target.putByte(cell.familyLength());
      target.put(cell.array(), cell.familyOffset(), cell.familyLength());
      put(target, cell, 0, 0, cell.timestamp(), false);
    }

    @Override
    void put(ByteSink target, Cell cell, Cell before) {
      int same = 0;
      if (keyLength(cell) == keyLength(before)) {
        same |= DeltaFormat.DIFF_SAME_KEY_LENGTH;
      }
      if (cell.valueLength() == before.valueLength()) {
        same |= DeltaFormat.DIFF_SAME_VALUE_LENGTH;
      }
      if (cell.type() == before.type()) {
        same |= DeltaFormat.DIFF_SAME_TYPE;
      }
      long time = cell.timestamp();
      long difference = before.timestamp() - time;
      boolean shorter =
          DeltaFormat.timeBytes(magnitude(difference)) < DeltaFormat.timeBytes(magnitude(time));
      int shared = DeltaFormat.sharedBytes(cell, before);
      put(target, cell, same, shared, shorter ? difference : time, shorter);
    }

    private static void put(
        ByteSink target, Cell cell, int same, int shared, long time, boolean isDifference) {
      int timeBytes = DeltaFormat.timeBytes(magnitude(time));
      int flags = same | (timeBytes - 1) << DeltaFormat.DIFF_TIME_BYTES_SHIFT;
      flags |= isDifference ? DeltaFormat.DIFF_TIME_DIFFERENCE : 0;
      flags |= time < 0 ? DeltaFormat.DIFF_NEGATIVE : 0;
      target.putByte(flags);
      if ((same & DeltaFormat.DIFF_SAME_KEY_LENGTH) == 0) {
        target.putVarint(keyLength(cell));
      }
      if ((same & DeltaFormat.DIFF_SAME_VALUE_LENGTH) == 0) {
        target.putVarint(cell.valueLength());
      }
      target.putVarint(shared);
      putRestOfColumn(target, cell, shared);
      long rest = magnitude(time);
      for (int i = 0; i < timeBytes; i++) {
        target.putByte((int) rest);
        rest >>>= Byte.SIZE;
      }
      if ((same & DeltaFormat.DIFF_SAME_TYPE) == 0) {
        target.putByte(cell.type());
      }
      putValue(target, cell);
    }

    /** The number without its sign; the least of all numbers stays as it is, and takes 8 bytes. */
    private static long magnitude(long number) {
      return number < 0 ? -number : number;
    }
  }

  static final class FastDiff extends DeltaEncoder {
    FastDiff(CellLayout layout) {
      super(BlockEncoding.FAST_DIFF, layout);
    }

    @Override
    void putFirst(ByteSink target, Cell cell) {
      int keyLength = keyLength(cell);
      target.putByte(0).putVarint(keyLength).putVarint(cell.valueLength()).putVarint(0);
      target.put(cell.array(), keyOffset(cell), keyLength + cell.valueLength());
    }

    @Override
    void put(ByteSink target, Cell cell, Cell before) {
      int shared = DeltaFormat.sharedBytes(cell, before);
      int sharedTime = Math.min(DeltaFormat.sharedTimeBytes(cell, before), Long.BYTES - 1);
      int flags = sharedTime | same(cell, before);
      target.putByte(flags);
      if ((flags & DeltaFormat.FAST_SAME_KEY_LENGTH) == 0) {
        target.putVarint(keyLength(cell));
      }
      if ((flags & DeltaFormat.FAST_SAME_VALUE_LENGTH) == 0) {
        target.putVarint(cell.valueLength());
      }
      target.putVarint(shared);
      putRestOfColumn(target, cell, shared);
      int timeAt = cell.qualifierOffset() + cell.qualifierLength();
      target.put(cell.array(), timeAt + sharedTime, Long.BYTES - sharedTime);
      if ((flags & DeltaFormat.FAST_SAME_TYPE) == 0) {
        target.putByte(cell.type());
      }
      if ((flags & DeltaFormat.FAST_SAME_VALUE) == 0) {
        putValue(target, cell);
      }
    }

    private static int same(Cell cell, Cell before) {
      int flags = 0;
      if (keyLength(cell) == keyLength(before)) {
        flags |= DeltaFormat.FAST_SAME_KEY_LENGTH;
      }
      if (cell.type() == before.type()) {
        flags |= DeltaFormat.FAST_SAME_TYPE;
      }
      if (cell.valueLength() != before.valueLength()) {
        return flags;
      }
      flags |= DeltaFormat.FAST_SAME_VALUE_LENGTH;
      boolean sameValue =
          Arrays.equals(
              cell.array(),
              cell.valueOffset(),
              cell.valueOffset() + cell.valueLength(),
              before.array(),
              before.valueOffset(),
              before.valueOffset() + before.valueLength());
      return sameValue ? flags | DeltaFormat.FAST_SAME_VALUE : flags;
    }
  }
}
