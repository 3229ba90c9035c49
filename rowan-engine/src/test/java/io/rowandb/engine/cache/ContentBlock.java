package io.rowandb.engine.cache;

import java.util.Arrays;
import java.util.Random;

/** A data block whose content follows from its place. */
record ContentBlock(long file, long offset, byte[] bytes, long[] words) implements MovableBlock {
  static ContentBlock of(long file, long offset, int byteCount) {
    Random random = new Random(file * 1_000_003 + offset);
    byte[] bytes = new byte[byteCount];
    random.nextBytes(bytes);
    return new ContentBlock(file, offset, bytes, random.longs(byteCount / 100).toArray());
  }

  /** Whether a block is the one of this place, to the last byte. */
  static boolean isAt(CachedBlock found, long file, long offset) {
    return found instanceof ContentBlock block
        && block.file == file
        && block.offset == offset
        && block.sameContent(of(file, offset, block.bytes.length));
  }

  private boolean sameContent(ContentBlock other) {
    return Arrays.equals(bytes, other.bytes) && Arrays.equals(words, other.words);
  }

  @Override
  public BlockKind kind() {
    return BlockKind.DATA;
  }

  @Override
  public long heapBytes() {
    return bytes.length + 8L * words.length;
  }

  @Override
  public Stub stub() {
    long stubFile = file;
    long stubOffset = offset;
    return (copy, copiedWords) -> new ContentBlock(stubFile, stubOffset, copy, copiedWords);
  }
}
