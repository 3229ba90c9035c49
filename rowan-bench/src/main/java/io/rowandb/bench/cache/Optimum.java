package io.rowandb.bench.cache;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The optimal policy (Belady's): it evicts the block whose next read is furthest in the future,
 * even if it has just been read. With blocks of several sizes it is nearly optimal.
 */
final class Optimum {
  private Optimum() {}

  static long hits(BlockTrace trace, long maxBytes) {
    List<BlockTrace.Block> reads = trace.reads();
    int[] next = nextReads(reads);
    Map<BlockTrace.Block, Integer> kept = new HashMap<>();
    TreeMap<Integer, BlockTrace.Block> byNextRead = new TreeMap<>();
    long bytes = 0;
    long hits = 0;
    for (int i = 0; i < next.length; i++) {
      BlockTrace.Block block = reads.get(i);
      if (kept.remove(block) != null) {
        hits++;
        byNextRead.remove(i);
        bytes -= block.heapBytes();
      }
      if (next[i] == Integer.MAX_VALUE) {
        continue;
      }
      kept.put(block, next[i]);
      byNextRead.put(next[i], block);
      bytes += block.heapBytes();
      while (bytes > maxBytes) {
        BlockTrace.Block last = byNextRead.pollLastEntry().getValue();
        kept.remove(last);
        bytes -= last.heapBytes();
      }
    }
    return hits;
  }

  /** For each read when its block is read next; MAX_VALUE for never. */
  private static int[] nextReads(List<BlockTrace.Block> reads) {
    int[] next = new int[reads.size()];
    Arrays.fill(next, Integer.MAX_VALUE);
    Map<BlockTrace.Block, Integer> later = new HashMap<>();
    for (int i = next.length - 1; i >= 0; i--) {
      Integer read = later.put(reads.get(i), i);
      if (read != null) {
        next[i] = read;
      }
    }
    return next;
  }
}
