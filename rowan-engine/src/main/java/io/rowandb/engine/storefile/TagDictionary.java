package io.rowandb.engine.storefile;

import java.util.Arrays;

/**
 * The latest tags of a block, each with a number. A reader and a writer that see the same tags give
 * them the same numbers. When it is full, a new tag gets the number of the least recently used tag.
 * Used by one thread.
 *
 * <pre>
 *  tag in a block: -1, varint32 length, bytes    one that is not in the dictionary, and is then
 *                  int16 number                  one that is
 * </pre>
 */
final class TagDictionary {
  /** In front of a tag that is not in the dictionary. */
  static final int ABSENT = -1;

  /** HBase's bound, frozen with the format. */
  private static final int MOST = Byte.MAX_VALUE;

  private final byte[][] tags = new byte[MOST][];
  private final long[] lastUse = new long[MOST];
  private int count;
  private long uses;

  /** The tag of this number, which is then the one used last; null when there is none. */
  byte[] get(int number) {
    if (number < 0 || number >= count) {
      return null;
    }
    lastUse[number] = ++uses;
    return tags[number];
  }

  /** Keeps a copy of a tag, unless it is empty. */
  void add(byte[] array, int offset, int length) {
    if (length == 0) {
      return;
    }
    int number = count < MOST ? count++ : oldest();
    tags[number] = Arrays.copyOfRange(array, offset, offset + length);
    lastUse[number] = ++uses;
  }

  private int oldest() {
    int oldest = 0;
    for (int i = 1; i < MOST; i++) {
      if (lastUse[i] < lastUse[oldest]) {
        oldest = i;
      }
    }
    return oldest;
  }
}
