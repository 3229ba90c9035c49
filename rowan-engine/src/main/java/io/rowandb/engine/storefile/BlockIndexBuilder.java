package io.rowandb.engine.storefile;

import java.util.Arrays;

/**
 * Index entries that a writer collects: places of blocks with their first keys. Used by one thread.
 */
final class BlockIndexBuilder {
  private final ByteSink keys = new ByteSink(1024);
  private int[] keyEnds = new int[32];
  private long[] offsets = new long[32];
  private int[] sizes = new int[32];
  private long[] blocksBelow = new long[32];
  private int count;
  private int rootBytes;

  /**
   * Appends an entry.
   *
   * @param blocksBelow how many data blocks this and all entries before it lead to; 0 in a leaf,
   *     where it is not used
   */
  void add(byte[] key, int keyOffset, int keyLength, long offset, int size, long blocksBelow) {
    if (count == sizes.length) {
      grow();
    }
    keys.put(key, keyOffset, keyLength);
    keyEnds[count] = keys.size();
    offsets[count] = offset;
    sizes[count] = size;
    this.blocksBelow[count] = blocksBelow;
    count++;
    rootBytes += HFileFormat.INDEX_ENTRY_BYTES + ByteSink.vlongBytes(keyLength) + keyLength;
  }

  /** Appends entry {@code i} of {@code other}. */
  void add(BlockIndexBuilder other, int i) {
    int start = other.keyStart(i);
    add(
        other.keys.array(),
        start,
        other.keyEnds[i] - start,
        other.offsets[i],
        other.sizes[i],
        other.blocksBelow[i]);
  }

  int count() {
    return count;
  }

  byte[] keyBytes() {
    return keys.array();
  }

  int keyStart(int i) {
    return i == 0 ? 0 : keyEnds[i - 1];
  }

  int keyLength(int i) {
    return keyEnds[i] - keyStart(i);
  }

  /** Bytes of the entries in a root block. */
  int rootBytes() {
    return rootBytes;
  }

  /** Bytes of a leaf or intermediate block with these entries. */
  int blockBytes() {
    return Integer.BYTES * (count + 2) + HFileFormat.INDEX_ENTRY_BYTES * count + keys.size();
  }

  void clear() {
    keys.truncate(0);
    count = 0;
    rootBytes = 0;
  }

  /** Writes the entries as in a root block. */
  void encodeRoot(ByteSink target) {
    for (int i = 0; i < count; i++) {
      target.putLong(offsets[i]).putInt(sizes[i]).putVlong(keyLength(i));
      target.put(keys.array(), keyStart(i), keyLength(i));
    }
  }

  /** Writes the body of a leaf or intermediate block. */
  void encode(ByteSink target) {
    target.putInt(count);
    for (int i = 0; i <= count; i++) {
      int keysBefore = i == 0 ? 0 : keyEnds[i - 1];
      target.putInt(HFileFormat.INDEX_ENTRY_BYTES * i + keysBefore);
    }
    for (int i = 0; i < count; i++) {
      target.putLong(offsets[i]).putInt(sizes[i]);
      target.put(keys.array(), keyStart(i), keyLength(i));
    }
  }

  /**
   * Where the middle data block is: the place of the leaf that leads to it, and its entry there.
   * These are the entries above the leaves.
   */
  byte[] middleKeyPlace() {
    long middle = (blocksBelow[count - 1] - 1) / 2;
    int found = Arrays.binarySearch(blocksBelow, 0, count, middle);
    int leaf = found >= 0 ? found + 1 : -found - 1;
    long before = leaf == 0 ? 0 : blocksBelow[leaf - 1];
    return new ByteSink(HFileFormat.MIDDLE_KEY_BYTES)
        .putLong(offsets[leaf])
        .putInt(sizes[leaf])
        .putInt((int) (middle - before))
        .toByteArray();
  }

  private void grow() {
    int capacity = count * 2;
    keyEnds = Arrays.copyOf(keyEnds, capacity);
    offsets = Arrays.copyOf(offsets, capacity);
    sizes = Arrays.copyOf(sizes, capacity);
    blocksBelow = Arrays.copyOf(blocksBelow, capacity);
  }
}
