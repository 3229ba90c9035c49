package io.rowandb.bench.cache;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.CachedBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A sequence of block reads. Filled by one thread, then only read. */
final class BlockTrace {
  private final String name;
  private final List<Block> reads = new ArrayList<>();
  private final Map<Block, Block> distinct = new HashMap<>();
  private long distinctBytes;

  /** A block that is nothing but its name and size. */
  record Block(long file, long offset, BlockKind kind, long heapBytes) implements CachedBlock {}

  BlockTrace(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void add(long file, long offset, BlockKind kind, long bytes) {
    Block read = new Block(file, offset, kind, bytes);
    Block known = distinct.putIfAbsent(read, read);
    if (known == null) {
      distinctBytes += bytes;
    }
    reads.add(known == null ? read : known);
  }

  List<Block> reads() {
    return reads;
  }

  /** Bytes of all blocks in it together. */
  long distinctBytes() {
    return distinctBytes;
  }
}
