package io.rowandb.bench.cache;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cache.CachedBlock;
import io.rowandb.engine.cache.OffHeapOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Replays a trace with the default policy against a cache with an off-heap second level, in both
 * its modes, and compares it with the heap alone and with a heap as large as both levels.
 */
final class TwoLevels {
  /** The heap as a part of the bytes that a trace reads: one in so many. */
  private static final int HEAP_PART = 16;

  /** What is outside of it. */
  private static final int OFF_HEAP_PART = 4;

  /** Memory outside of the heap comes in so many bytes. */
  private static final long UNIT_BYTES = 1L << 20;

  private final BlockTrace trace;
  private final long heapBytes;
  private final long offHeapBytes;

  TwoLevels(BlockTrace trace) {
    this.trace = trace;
    this.heapBytes = trace.distinctBytes() / HEAP_PART;
    this.offHeapBytes =
        Math.max(1, trace.distinctBytes() / OFF_HEAP_PART / UNIT_BYTES) * UNIT_BYTES;
  }

  /** Requests that were answered on the heap, and outside of it. */
  record Hits(long onHeap, long offHeap) {}

  static List<String> heading() {
    return List.of(
        "trace",
        "heap alone",
        "combined: heap",
        "off heap",
        "victims: heap",
        "off heap",
        "a heap of both");
  }

  /** Shares of all requests, in %. */
  List<String> line() {
    List<String> line = new ArrayList<>(List.of(trace.name()));
    OffHeapOptions offHeap = OffHeapOptions.of(offHeapBytes);
    line.add(percent(hits(heapBytes, OffHeapOptions.NONE).onHeap));
    for (boolean victims : new boolean[] {false, true}) {
      Hits hits = hits(heapBytes, offHeap.withVictimsOnly(victims));
      line.add(percent(hits.onHeap));
      line.add(percent(hits.offHeap));
    }
    line.add(percent(hits(heapBytes + offHeapBytes, OffHeapOptions.NONE).onHeap));
    return line;
  }

  Hits hits(long heap, OffHeapOptions offHeap) {
    MovableTraceBlock.Source data = new MovableTraceBlock.Source();
    BlockCacheOptions options = BlockCacheOptions.ofHeap(heap).withOffHeap(offHeap);
    try (BlockCache cache = new BlockCache(options)) {
      for (BlockTrace.Block read : trace.reads()) {
        if (cache.get(read.file(), read.offset(), read.kind()) == null) {
          CachedBlock block = read.kind() == BlockKind.DATA ? data.of(read) : read;
          cache.put(block, false);
        }
      }
      return new Hits(cache.hits() - cache.offHeapHits(), cache.offHeapHits());
    }
  }

  private String percent(long hits) {
    return String.format(Locale.ROOT, "%.1f", 100.0 * hits / trace.reads().size());
  }
}
