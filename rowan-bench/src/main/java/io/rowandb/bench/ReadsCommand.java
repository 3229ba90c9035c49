package io.rowandb.bench;

import io.rowandb.bench.reads.BlockReads;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code rowan bench reads}: measures the cost of copying a block from the page cache to the heap.
 */
@Command(
    name = "reads",
    description = {
      "Blocks of 16 to 32 KB out of the page cache: read, or mapped.",
      "Into a heap buffer, a direct one, or from a mapped file; at random places, in one thread."
    })
final class ReadsCommand implements Callable<Integer> {
  private static final Set<String> FOLLOWED = Set.of("--path", "--seed", "--turns", "--megabytes");

  /** A mapping of a buffer ends before 2 GB. */
  private static final int MOST_MEGABYTES = 2_047;

  private final BenchOptions options;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261122",
      description = "What the places follow from; ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "201",
      description = "Turns of 500 reads in each way, of which the medians count; ${DEFAULT-VALUE}.")
  private int turns;

  @Option(
      names = "--megabytes",
      paramLabel = "N",
      defaultValue = "512",
      description = "Size of the file; ${DEFAULT-VALUE}.")
  private int megabytes;

  ReadsCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException {
    options.refuseOthersThan(FOLLOWED, "reads measures a file that it makes");
    if (turns < 1) {
      throw options.refused("--turns must be at least 1: " + turns);
    }
    if (megabytes < 1 || megabytes > MOST_MEGABYTES) {
      throw options.refused("--megabytes must be from 1 to " + MOST_MEGABYTES + ": " + megabytes);
    }
    PrintStream out = System.out;
    out.println(Machine.line());
    out.printf("seed %d, file of %d MB, load average before %s%n", seed, megabytes, Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "reads")) {
      BlockReads reads = new BlockReads(seed, megabytes << 20, turns);
      out.print(ReportTable.align(reads.table(scratch.path().resolve("blocks"))));
    }
    out.println("load average after: " + Machine.load());
    return 0;
  }
}
