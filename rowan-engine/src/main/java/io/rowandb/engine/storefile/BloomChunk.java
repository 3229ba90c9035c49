package io.rowandb.engine.storefile;

/** A part of a Bloom filter: the bits of some consecutive keys. Immutable. */
final class BloomChunk extends Block {
  private final byte[] bytes;
  private final int start;
  private final int bits;

  BloomChunk(long file, long offset, byte[] bytes, int start, int end) {
    super(BlockType.BLOOM_CHUNK, file, offset);
    this.bytes = bytes;
    this.start = start;
    this.bits = (end - start) * Byte.SIZE;
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
