package io.rowandb.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.CachePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Replays each trace against each policy at some sizes, and gives the hit ratios of a cache with
 * this policy, beside those of the library Caffeine and the optimum. Deterministic except for
 * Caffeine, which draws its own seed.
 */
public final class CacheComparison {
  /** Cache sizes as parts of the bytes that a trace reads: one in so many. */
  private static final int[] PARTS = {32, 8, 2};

  /** Those that keep data blocks. */
  static final List<CachePolicy> POLICIES = List.of(CachePolicy.LRU, CachePolicy.TINY_LFU);

  private final List<BlockTrace> traces = new ArrayList<>();

  /**
   * Makes and records the traces.
   *
   * @param requests of each; about twenty times the blocks of the made ones are a fair number
   * @param rows of the store whose reads are recorded
   */
  public CacheComparison(long seed, int requests, int rows) throws IOException {
    MadeTraces made = new MadeTraces(seed, requests);
    traces.add(made.uniform());
    traces.add(made.zipf());
    traces.add(made.scans());
    traces.add(made.mixed());
    traces.add(new RecordedTrace(seed, rows).record(requests));
  }

  /** Cells of a table: a heading, a line for each trace and size, the means. */
  public List<List<String>> table() {
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("trace", "cache"));
    POLICIES.forEach(policy -> head.add(policy.value()));
    head.addAll(List.of("Caffeine", "optimum"));
    lines.add(head);
    double[] sums = new double[POLICIES.size() + 2];
    for (BlockTrace trace : traces) {
      for (int part : PARTS) {
        double[] ratios = ratios(trace, trace.distinctBytes() / part);
        List<String> line = new ArrayList<>(List.of(trace.name(), "1/" + part));
        for (int i = 0; i < ratios.length; i++) {
          sums[i] += ratios[i];
          line.add(percent(ratios[i]));
        }
        lines.add(line);
      }
    }
    List<String> means = new ArrayList<>(List.of("mean", ""));
    for (double sum : sums) {
      means.add(percent(sum / (traces.size() * PARTS.length)));
    }
    lines.add(means);
    return lines;
  }

  /** The same of a cache with a second level: a heading, and a line for each trace. */
  public List<List<String>> levels() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(TwoLevels.heading());
    for (BlockTrace trace : traces) {
      lines.add(new TwoLevels(trace).line());
    }
    return lines;
  }

  /** What deciding costs: a heading, and a line for each trace. */
  public List<List<String>> costs() {
    return PolicyCost.table(traces, POLICIES);
  }

  /** What the traces are. */
  public List<String> describe() {
    List<String> lines = new ArrayList<>();
    for (BlockTrace trace : traces) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: %,d reads of %.1f MB",
              trace.name(),
              trace.reads().size(),
              trace.distinctBytes() / 1e6));
    }
    return lines;
  }

  private static double[] ratios(BlockTrace trace, long maxBytes) {
    double[] ratios = new double[POLICIES.size() + 2];
    double reads = trace.reads().size();
    for (int i = 0; i < POLICIES.size(); i++) {
      ratios[i] = hits(trace, maxBytes, POLICIES.get(i)) / reads;
    }
    ratios[POLICIES.size()] = caffeineHits(trace, maxBytes) / reads;
    ratios[POLICIES.size() + 1] = Optimum.hits(trace, maxBytes) / reads;
    return ratios;
  }

  static long hits(BlockTrace trace, long maxBytes, CachePolicy policy) {
    BlockCache cache = new BlockCache(BlockCacheOptions.ofHeap(maxBytes).withPolicy(policy));
    for (BlockTrace.Block block : trace.reads()) {
      if (cache.get(block.file(), block.offset(), block.kind()) == null) {
        cache.put(block, false);
      }
    }
    return cache.hits();
  }

  private static long caffeineHits(BlockTrace trace, long maxBytes) {
    Cache<BlockTrace.Block, BlockTrace.Block> cache =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((BlockTrace.Block key, BlockTrace.Block block) -> (int) block.heapBytes())
            .executor(Runnable::run)
            .build();
    long hits = 0;
    for (BlockTrace.Block block : trace.reads()) {
      if (cache.getIfPresent(block) == null) {
        cache.put(block, block);
      } else {
        hits++;
      }
    }
    return hits;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }
}
