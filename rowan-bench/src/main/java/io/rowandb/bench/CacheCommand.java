package io.rowandb.bench;

import io.rowandb.bench.cache.CacheComparison;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench cache}: compares the hit ratios of the block cache's policies. */
@Command(
    name = "cache",
    description =
        "Hit ratios of the block cache's policies on recorded and made traces, and what they cost.")
final class CacheCommand implements Callable<Integer> {
  /** 58 MB of cells: as many blocks as a cache of some megabytes can choose from. */
  private static final long DEFAULT_ROWS = 400_000;

  /** Fewer would not fill a cache. */
  private static final int MIN_REQUESTS = 1_000;

  private static final int MIN_ROWS = 1_000;

  private static final Set<String> FOLLOWED = Set.of("--rows", "--seed", "--requests");

  private final BenchOptions options;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261122",
      description = "What the traces follow from; ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "400000",
      description = "Requests of each trace; ${DEFAULT-VALUE}.")
  private int requests;

  CacheCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException {
    options.refuseOthersThan(FOLLOWED, "cache replays traces");
    if (requests < MIN_REQUESTS) {
      throw options.refused("--requests must be at least " + MIN_REQUESTS + ": " + requests);
    }
    int rows = options.rowsInMemory(MIN_ROWS, DEFAULT_ROWS);
    PrintStream out = System.out;
    CacheComparison comparison = new CacheComparison(seed, requests, rows);
    out.println("seed " + seed);
    comparison.describe().forEach(out::println);
    out.printf(
        "%nshare of the reads that hit, in %%; cache sizes as parts of what is read%n%s",
        ReportTable.align(comparison.table()));
    out.printf(
        "%nthe same with a second level outside of the heap; heap 1/16, off heap 1/4%n%s",
        ReportTable.align(comparison.levels()));
    out.printf(
        "%nprocessor time of a read in ns, one thread, cache 1/8; medians of 7 turns and their"
            + " range, load average %s%n%s",
        Machine.load(), ReportTable.align(comparison.costs()));
    return 0;
  }
}
