package io.rowandb.engine.cell;

/**
 * The tags of a cell, one after the other, as in HBase's files: { uint16 length, int8 type, length
 * - 1 bytes value }. The length counts the type, but not itself.
 *
 * <p>Except for {@link #isWhole} and {@link #checkedType}, the methods require valid tags: cells
 * are checked when they enter the engine.
 */
public final class CellTags {
  /** The type of the tag with a cell's own TTL: 8 bytes, milliseconds. */
  public static final byte TTL = 8;

  private static final int LENGTH_BYTES = 2;
  private static final int HEADER_BYTES = LENGTH_BYTES + 1;

  private CellTags() {}

  /** Where the first tag with a TTL begins, or {@code end} when there is none. */
  public static int ttl(byte[] array, int from, int end) {
    int at = from;
    while (at + HEADER_BYTES <= end) {
      if (type(array, at) == TTL) {
        return at;
      }
      at = next(array, at);
    }
    return end;
  }

  /** The milliseconds of the tag with a TTL that begins at {@code at}. */
  public static long ttlMillis(byte[] array, int at) {
    return Bytes.getLong(array, value(at));
  }

  /** The tag with a TTL. */
  public static byte[] ofTtl(long millis) {
    byte[] tag = new byte[HEADER_BYTES + Long.BYTES];
    Bytes.putShort(tag, 0, 1 + Long.BYTES);
    tag[LENGTH_BYTES] = TTL;
    Bytes.putLong(tag, HEADER_BYTES, millis);
    return tag;
  }

  /** The type of the tag that begins at {@code at}. */
  public static byte type(byte[] array, int at) {
    return array[at + LENGTH_BYTES];
  }

  /** Where the tag ends that begins at {@code at}. */
  public static int next(byte[] array, int at) {
    return at + LENGTH_BYTES + Bytes.getUnsignedShort(array, at);
  }

  /** Where the value begins of the tag that begins at {@code at}. */
  public static int value(int at) {
    return at + HEADER_BYTES;
  }

  /** Whether unchecked bytes have a complete tag at {@code at}. */
  public static boolean isWhole(byte[] array, int at, int end) {
    int length = end - at < LENGTH_BYTES ? 0 : Bytes.getUnsignedShort(array, at);
    return length >= 1 && length <= end - at - LENGTH_BYTES;
  }

  /**
   * The type of the tag that begins at {@code at}, of unchecked tags.
   *
   * @throws IllegalArgumentException when its length is wrong
   */
  public static byte checkedType(byte[] tags, int at) {
    if (!isWhole(tags, at, tags.length)) {
      boolean hasLength = at + LENGTH_BYTES <= tags.length;
      throw new IllegalArgumentException(
          "Tags of a cell are wrong at byte "
              + at
              + " of "
              + tags.length
              + (hasLength
                  ? ": a tag of " + Bytes.getUnsignedShort(tags, at) + " bytes"
                  : ": no room for a length"));
    }
    return type(tags, at);
  }
}
