package io.rowandb.bench;

import io.rowandb.bench.fanout.FanOutCosts;
import io.rowandb.bench.fanout.FanOutCosts.Round;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench fanout}: measures posts that come into the timelines of followers. */
@Command(
    name = "fanout",
    description =
        "TwiBase with a hundred followers for each author: posts and looks at timelines at once, in --runs rounds of --seconds, and that each post came to all. In this JVM.")
final class FanOutCommand implements Callable<Integer> {
  private static final int DEFAULT_RUNS = 5;
  private static final int MOST_THREADS = 64;
  private static final Set<String> FOLLOWED =
      Set.of("--runs", "--seconds", "--path", "--writers", "--readers");

  private final BenchOptions options;

  @Option(
      names = "--writers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads that post; ${DEFAULT-VALUE}.")
  private int writers;

  @Option(
      names = "--readers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads that look at timelines meanwhile; ${DEFAULT-VALUE}.")
  private int readers;

  FanOutCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.refuseOthersThan(FOLLOWED, "fanout measures a store in this JVM");
    check("--writers", writers, 1);
    check("--readers", readers, 0);
    int runs = options.runs(DEFAULT_RUNS);
    PrintStream out = System.out;
    out.println(Machine.line());
    out.println("load average before " + Machine.load());
    try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "fanout")) {
      List<Round> rounds =
          new FanOutCosts(scratch.path(), writers, readers).rounds(runs, options.seconds());
      out.print(ReportTable.align(table(rounds)));
    }
    out.println("load average after " + Machine.load());
    return 0;
  }

  private void check(String option, int threads, int least) {
    if (threads < least || threads > MOST_THREADS) {
      throw options.refused(
          option + " must be from " + least + " to " + MOST_THREADS + ": " + threads);
    }
  }

  private static List<List<String>> table(List<Round> rounds) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("of a second, or ms", "median", "least", "most"));
    lines.add(line("posts", rounds, "%,.0f", Round::posts));
    lines.add(line("rows of streams", rounds, "%,.0f", Round::rows));
    lines.add(line("looks", rounds, "%,.0f", Round::looks));
    lines.add(line("a look, median", rounds, "%.2f", Round::medianMillis));
    lines.add(line("a look, 99 %", rounds, "%.2f", Round::p99Millis));
    return lines;
  }

  private static List<String> line(
      String label, List<Round> rounds, String form, ToDoubleFunction<Round> figure) {
    Statistics all = Statistics.of(rounds.stream().map(figure::applyAsDouble).toList());
    return List.of(label, text(form, all.median()), text(form, all.min()), text(form, all.max()));
  }

  private static String text(String form, double figure) {
    return String.format(Locale.ROOT, form, figure);
  }
}
