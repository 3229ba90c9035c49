package io.rowandb.engine.cache;

import io.rowandb.engine.offheap.DirectPieces;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * Data blocks off the heap, bounded in bytes, like HBase's bucket cache. The garbage collector does
 * not see their content; in return every reader makes a copy. Safe for use by many threads.
 *
 * <p>Memory is taken as blocks come, and freed by the collector some time after {@link #close}.
 */
final class OffHeapCache {
  /** More shards would not lower contention on the processors we know. */
  private static final int MAX_SHARDS = 16;

  /** A shard holds at least this much, so that shards fill evenly: 256 blocks of 64 KB. */
  private static final long MIN_SHARD_BYTES = 16L << 20;

  /** Large enough that arenas are few, small enough to be cleared without a pause one notices. */
  private static final int ARENA_BYTES = 1 << 20;

  private final OffHeapOptions options;
  private final OffHeapShard[] shards;
  private final LongAdder hits = new LongAdder();

  /** Without any shard when there is to be no such cache. */
  OffHeapCache(OffHeapOptions options, CachePolicy policy) {
    this.options = options;
    int count = options.bytes() == 0 ? 0 : 1;
    while (count > 0 && count < MAX_SHARDS && options.bytes() / (2L * count) >= MIN_SHARD_BYTES) {
      count *= 2;
    }
    this.shards = new OffHeapShard[count];
    for (int i = 0; i < count; i++) {
      DirectPieces memory =
          new DirectPieces(options.bytes() / count, ARENA_BYTES, ByteBuffer::allocateDirect);
      shards[i] = new OffHeapShard(memory, policy.forShard(memory.maxBytes(), options.shares()));
    }
  }

  /** Whether there is such a cache. */
  boolean isThere() {
    return shards.length > 0;
  }

  /** Whether data blocks come here at once. */
  boolean takesData() {
    return isThere() && !options.victimsOnly();
  }

  /** Whether blocks come here that have to leave the heap. */
  boolean takesVictims() {
    return isThere() && options.victimsOnly();
  }

  /** Whether a block of its size is kept here. */
  boolean fits(MovableBlock block) {
    return OffHeapBlock.contentBytes(block) <= options.maxBlockBytes();
  }

  /** A copy of the block at a place, or null. Notes the use. */
  OffHeapShard.Found get(long file, long offset, int hash) {
    OffHeapShard shard = shard(hash);
    OffHeapShard.Found found = shard.get(file, offset, hash);
    if (found != null) {
      shard.hit(found.entry());
      hits.increment();
    }
    return found;
  }

  /** A copy of the block at a place, or null, without a trace. */
  CachedBlock peek(long file, long offset, int hash) {
    OffHeapShard.Found found = shard(hash).get(file, offset, hash);
    return found == null ? null : found.copy();
  }

  boolean contains(long file, long offset, int hash) {
    return shard(hash).contains(file, offset, hash);
  }

  /** Whether a block that {@link #fits} does so without another going. */
  boolean hasRoom(MovableBlock block) {
    return shard(EntryTable.hash(block.file(), block.offset())).hasRoom(block);
  }

  /** Keeps a copy of a block that {@link #fits}, if there is room. */
  void put(MovableBlock block, boolean inMemory) {
    shard(EntryTable.hash(block.file(), block.offset())).put(block, inMemory);
  }

  /** Drops all blocks of a file; how many there were. */
  int drop(long file) {
    int dropped = 0;
    for (OffHeapShard shard : shards) {
      dropped += shard.drop(file);
    }
    return dropped;
  }

  /** Bytes of the blocks held now. */
  long bytes() {
    return sum(OffHeapShard::bytes);
  }

  /** Bytes that were taken from the virtual machine. */
  long allocatedBytes() {
    return sum(OffHeapShard::allocatedBytes);
  }

  /** Blocks dropped to make room. */
  long evictions() {
    return sum(OffHeapShard::evictions);
  }

  long hits() {
    return hits.sum();
  }

  private long sum(ToLongFunction<OffHeapShard> figure) {
    return Arrays.stream(shards).mapToLong(figure).sum();
  }

  void close() {
    for (OffHeapShard shard : shards) {
      shard.close();
    }
  }

  private OffHeapShard shard(int hash) {
    return shards[hash >>> 28 & shards.length - 1];
  }
}
