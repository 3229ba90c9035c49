package io.rowandb.cli.systems.webtable;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.DesignJson;
import io.rowandb.cli.systems.MeasurementText;
import io.rowandb.cli.systems.SystemComparison;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.systems.measure.Attempt;
import io.rowandb.systems.measure.Measurement;
import io.rowandb.systems.webtable.DueUrl;
import io.rowandb.systems.webtable.PageAnchor;
import io.rowandb.systems.webtable.PageFetch;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.WebtableAttempts;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan webtable compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures several designs for pages, for links and for what is to be fetched.",
      "Loads the same crawl into a table of each, asks the same questions, prints what was read, and drops the tables, whose names begin with compare_webtable_. Of a made-up web it takes the last crawl.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all designs were measured",
      "1:there is no store, a table is there already, or a line is wrong",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the tables are dropped"
    })
final class WebtableCompareCommand implements Callable<Integer> {
  /** The last of these parts of the crawl is what is written now. */
  private static final int PARTS = 20;

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private CrawlSource source;

  @Option(
      names = "--asked",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many pages and domains are asked about: ${DEFAULT-VALUE} unless given.")
  private int asked;

  @Mixin private DesignJson json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (asked < 1) {
      throw new ParameterException(spec.commandLine(), "--asked " + asked + ": at least 1");
    }
    source.check();
    try (StopSignal signal = StopSignal.listen();
        Connection connection = store.connect(create)) {
      LongSummaryStatistics times = times();
      WebtableAttempts attempts = new WebtableAttempts(urls(), domains());
      Instant first = Instant.ofEpochMilli(times.getMin());
      Instant last = Instant.ofEpochMilli(times.getMax());
      Instant newest = last.minus(Duration.between(first, last).dividedBy(PARTS));
      Supplier<Stream<DueUrl>> written = () -> due().filter(each -> !each.due().isBefore(newest));
      boolean done =
          compare("page", connection, signal, this::pages, this::pages, attempts.pages())
              && compare(
                  "link", connection, signal, this::anchors, this::anchors, attempts.anchors())
              && compare(
                  "due page",
                  connection,
                  signal,
                  this::due,
                  written,
                  attempts.frontier(first, last));
      if (done) {
        spec.commandLine().getOut().flush();
      }
    }
    return 0; // with the signal's code when it was stopped
  }

  /** Whether it came to an end. */
  private <S> boolean compare(
      String one,
      Connection connection,
      StopSignal signal,
      Supplier<Stream<S>> records,
      Supplier<Stream<S>> newest,
      List<Attempt<S, ?>> attempts)
      throws IOException {
    List<Measurement> all = SystemComparison.measure(connection, signal, records, newest, attempts);
    if (all.isEmpty()) {
      return false;
    }
    if (json.isGiven()) {
      all.forEach(each -> json.print(Map.of("of", one), each));
      return true;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s of %s.%n%n", Figures.counted(all.get(0).records(), one), source.describe());
    MeasurementText.print(all, out, Terminal.ofProcess().columns());
    out.println();
    return true;
  }

  private Stream<PageFetch> pages() {
    return source.lastCrawl();
  }

  private Stream<PageAnchor> anchors() {
    return source.lastCrawl().flatMap(PageFetch::anchors);
  }

  private Stream<DueUrl> due() {
    return source.lastCrawl().map(each -> new DueUrl(each.url(), each.time()));
  }

  private LongSummaryStatistics times() {
    try (Stream<PageFetch> fetches = source.lastCrawl()) {
      LongSummaryStatistics times =
          fetches.mapToLong(each -> each.time().toEpochMilli()).summaryStatistics();
      if (times.getCount() == 0) {
        throw new IllegalArgumentException(source.describe() + " has no page");
      }
      return times;
    }
  }

  /** The first that occur: of busy hosts are more. */
  private List<PageUrl> urls() {
    try (Stream<PageFetch> fetches = source.lastCrawl()) {
      return fetches.map(PageFetch::url).distinct().limit(asked).toList();
    }
  }

  /** The domains of which the first hosts are: without their first label, if three are there. */
  private List<String> domains() {
    try (Stream<PageFetch> fetches = source.lastCrawl()) {
      return fetches
          .map(each -> each.url().host())
          .map(host -> host.replaceFirst("^[^.]+\\.(?=[^.]+\\.[a-z])", ""))
          .distinct()
          .limit(asked)
          .toList();
    }
  }
}
