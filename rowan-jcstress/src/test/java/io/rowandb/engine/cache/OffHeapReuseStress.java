package io.rowandb.engine.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.offheap.DirectPieces;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A block is copied out of memory that meanwhile becomes another block's. */
@JCStressTest
@Description("What is found outside of the heap is whole, though its place is taken by another.")
@Outcome(id = "[01], [01]", expect = ACCEPTABLE, desc = "whole, or not there any more")
@State
public class OffHeapReuseStress {
  private static final int BLOCK_BYTES = 1 << 10;

  /** All of the room is used before the oldest goes. */
  private static final LruShares SHARES = new LruShares(1, 1, 0.25, 0.50, 0.25);

  /** Room for three blocks. */
  private final OffHeapShard shard =
      new OffHeapShard(
          new DirectPieces(3 * BLOCK_BYTES, BLOCK_BYTES, ByteBuffer::allocate),
          CachePolicy.LRU.forShard(3 * BLOCK_BYTES, SHARES));

  /** Full. */
  public OffHeapReuseStress() {
    for (int i = 0; i < 3; i++) {
      shard.put(new EvenBlock(i, content(i)), false);
    }
  }

  private static byte[] content(int offset) {
    byte[] bytes = new byte[BLOCK_BYTES];
    Arrays.fill(bytes, (byte) offset);
    return bytes;
  }

  /** Puts others. */
  @Actor
  public void writer() {
    for (int i = 3; i < 6; i++) {
      shard.put(new EvenBlock(i, content(i)), false);
    }
  }

  /** Looks for an old one and a new one. */
  @Actor
  public void reader(II_Result r) {
    r.r1 = found(1);
    r.r2 = found(4);
  }

  /** 1 when it is there and whole, 0 when not there, -1 when it has bytes of another. */
  private int found(int offset) {
    OffHeapShard.Found found = shard.get(1, offset, EntryTable.hash(1, offset));
    if (found == null) {
      return 0;
    }
    for (byte each : ((EvenBlock) found.copy()).bytes()) {
      if (each != offset) {
        return -1;
      }
    }
    return 1;
  }

  /** A block all of whose bytes are its offset. */
  private record EvenBlock(long offset, byte[] bytes) implements MovableBlock {
    @Override
    public long file() {
      return 1;
    }

    @Override
    public BlockKind kind() {
      return BlockKind.DATA;
    }

    @Override
    public long heapBytes() {
      return bytes.length;
    }

    @Override
    public long[] words() {
      return new long[0];
    }

    @Override
    public Stub stub() {
      long stubOffset = offset;
      return (copy, words) -> new EvenBlock(stubOffset, copy);
    }
  }
}
