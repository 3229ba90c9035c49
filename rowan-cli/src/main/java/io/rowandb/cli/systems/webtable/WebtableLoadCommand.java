package io.rowandb.cli.systems.webtable;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.webtable.Frontier;
import io.rowandb.systems.webtable.MadeUpWeb;
import io.rowandb.systems.webtable.PageFetch;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan webtable load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Loads fetches into the table webtable, which is made if needed.",
      "A fetch that is there already is not there twice: a load that was stopped is begun again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all fetches are in the table",
      "1:there is no store, or a line is wrong; the lines before it may be in the table",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some fetches are in the table"
    })
final class WebtableLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private CrawlSource source;

  @Option(
      names = "--frontier",
      description = "Also schedules each page that was there, a week behind its fetch.")
  private boolean frontier;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    source.check();
    new SystemLoad<>("fetched page", source.describe(), source::fetches)
        .run(store, create, frontier ? this::loadBoth : this::load, spec.commandLine().getOut());
    if (source.wrongLines() > 0) {
      spec.commandLine()
          .getOut()
          .println("Wrong and passed over: " + Figures.counted(source.wrongLines(), "line") + ".");
    }
    return 0;
  }

  private long load(Connection connection, Stream<PageFetch> fetches) throws IOException {
    try (Webtable webtable = Webtable.open(connection)) {
      return webtable.addAll(fetches);
    }
  }

  private long loadBoth(Connection connection, Stream<PageFetch> fetches) throws IOException {
    long count = 0;
    try (Webtable webtable = Webtable.open(connection);
        Frontier queue = Frontier.open(connection, Frontier.Settings.usual())) {
      for (Iterator<PageFetch> each = fetches.iterator(); each.hasNext(); count++) {
        PageFetch fetch = each.next();
        webtable.add(fetch);
        if (fetch.isThere()) {
          queue.schedule(fetch.url(), fetch.time().plus(MadeUpWeb.GAP));
        }
      }
    }
    return count;
  }
}
