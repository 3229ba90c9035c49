package io.rowandb.bench;

import io.rowandb.bench.series.SeriesCosts;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench series}: measures what date-tiered compaction saves for a time series. */
@Command(
    name = "series",
    description =
        "A time series with a TTL under each compaction policy: bytes that are written again, files, and what a scan of an hour reads. A store in memory, and counts alone; no timing.")
final class SeriesCommand implements Callable<Integer> {
  private static final Set<String> FOLLOWED = Set.of("--days");

  /** The TTL is a third, and is to be more than a day. */
  private static final int LEAST_DAYS = 6;

  private final BenchOptions options;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "30",
      description = "Days for which points come; ${DEFAULT-VALUE}. A point lives a third of them.")
  private int days;

  SeriesCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException {
    options.refuseOthersThan(FOLLOWED, "series counts in memory");
    if (days < LEAST_DAYS) {
      throw options.refused("--days must be at least " + LEAST_DAYS + ": " + days);
    }
    PrintStream out = System.out;
    out.printf(
        "%d days, kept for %d; means over the hours, and of a scan every four%n", days, days / 3);
    out.print(ReportTable.align(new SeriesCosts(days).table()));
    return 0;
  }
}
