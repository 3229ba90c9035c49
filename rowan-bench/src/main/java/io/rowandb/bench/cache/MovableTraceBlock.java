package io.rowandb.bench.cache;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.MovableBlock;
import java.util.HashMap;
import java.util.Map;

/**
 * A data block of a trace that can be kept off the heap: as many zeros as it has bytes.
 *
 * @param bytes the zeros; all blocks of the same size share them
 */
record MovableTraceBlock(BlockTrace.Block block, byte[] bytes) implements MovableBlock {
  private static final long[] NO_WORDS = {};

  /** Makes the data blocks of one trace. Used by one thread. */
  static final class Source {
    private final Map<Long, byte[]> zeros = new HashMap<>();

    MovableTraceBlock of(BlockTrace.Block block) {
      byte[] bytes =
          zeros.computeIfAbsent(block.heapBytes(), size -> new byte[Math.toIntExact(size)]);
      return new MovableTraceBlock(block, bytes);
    }
  }

  @Override
  public long file() {
    return block.file();
  }

  @Override
  public long offset() {
    return block.offset();
  }

  @Override
  public BlockKind kind() {
    return block.kind();
  }

  @Override
  public long heapBytes() {
    return block.heapBytes();
  }

  @Override
  public long[] words() {
    return NO_WORDS;
  }

  @Override
  public Stub stub() {
    BlockTrace.Block named = block;
    return (copy, words) -> new MovableTraceBlock(named, copy);
  }
}
