package io.rowandb.engine.storefile;

import io.rowandb.engine.io.CorruptFileException;

/** A part of a Bloom filter: the bits of some consecutive keys. Immutable. */
final class BloomChunk extends Block {
  /** One of more would have more bits than an int can count. */
  private static final int MAX_BYTES = Integer.MAX_VALUE / Byte.SIZE;

  private final byte[] bytes;
  private final int start;
  private final int bits;

  private BloomChunk(long file, long offset, byte[] bytes, int start, int end) {
    super(BlockType.BLOOM_CHUNK, file, offset);
    this.bytes = bytes;
    this.start = start;
    this.bits = (end - start) * Byte.SIZE;
  }

  /**
   * Checks a body.
   *
   * @param in at its start, for messages
   */
  static BloomChunk parse(ByteCursor in, long file, long offset, BlockBody body)
      throws CorruptFileException {
    int length = body.length();
    if (length == 0 || length > MAX_BYTES) {
      throw in.corrupt("chunk of " + length + " bytes");
    }
    return new BloomChunk(file, offset, body.bytes(), body.start(), body.end());
  }

  /** Whether all bits of the row with this pair of hashes are set. */
  boolean contains(int hash, int step, int functions) {
    int h = hash;
    for (int i = 0; i < functions; i++) {
      int bit = Math.abs(h % bits);
      if ((bytes[start + (bit >> 3)] & 1 << (bit & 7)) == 0) {
        return false;
      }
      h += step;
    }
    return true;
  }

  @Override
  public long heapBytes() {
    return (long) OVERHEAD_BYTES + bytes.length;
  }
}
