package io.rowandb.cli.systems.forum;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.DesignFigures;
import io.rowandb.cli.systems.DesignJson;
import io.rowandb.cli.systems.SystemComparison;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.forum.ForumAttempts;
import io.rowandb.systems.forum.ForumEvent;
import io.rowandb.systems.forum.ForumMeasurement;
import io.rowandb.systems.forum.PlacedEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan forum compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures several designs, from the article's to the two layouts in use.",
      "Loads the same posts and comments into the tables of each, flushes them, asks the same questions, lets the same accidents happen, prints what was read, lost and miscounted, and drops the tables, whose names begin with compare_forum_.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all designs were measured",
      "1:there is no store, a table is there already, or a line is wrong",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the tables are dropped"
    })
final class ForumCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private ForumSource source;

  @Option(
      names = "--asked",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many posts are asked about: ${DEFAULT-VALUE} unless given.")
  private int asked;

  @Option(
      names = "--accidents",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many of each kind, up to 1000: ${DEFAULT-VALUE} unless given.")
  private int accidents;

  @Mixin private DesignJson json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    SystemComparison.check(spec, "--asked", asked, Integer.MAX_VALUE);
    SystemComparison.check(spec, "--accidents", accidents, 1_000);
    source.check();
    try (StopSignal signal = StopSignal.listen();
        Connection connection = store.connect(create)) {
      List<String> posts = posts();
      ForumAttempts attempts = new ForumAttempts(connection, source::events, posts, accidents);
      List<ForumMeasurement> all = attempts.measure(signal);
      if (json.isGiven()) {
        json.print(all);
      } else if (!all.isEmpty()) {
        print(all, posts.size()); // otherwise it ends with the signal's code
        printPassedOver(attempts.passedOver());
      }
    } catch (TableExistsException e) {
      throw SystemComparison.existing(e.getMessage(), e);
    }
    return 0;
  }

  /** The first ones: of a made-up forum, those with the most comments. */
  private List<String> posts() {
    try (Stream<PlacedEvent> events = source.events()) {
      List<String> posts =
          events
              .map(PlacedEvent::event)
              .filter(ForumEvent.Published.class::isInstance)
              .map(each -> ((ForumEvent.Published) each).post().id())
              .distinct()
              .limit(asked)
              .toList();
      if (posts.isEmpty()) {
        throw new IllegalArgumentException(source.describe() + " has no post");
      }
      return posts;
    }
  }

  private void printPassedOver(long comments) {
    if (comments > 0) {
      spec.commandLine()
          .getOut()
          .printf(
              "%nPassed over %s on posts that are not there.%n",
              Figures.counted(comments, "comment"));
    }
  }

  private void print(List<ForumMeasurement> all, int posts) {
    PrintWriter out = spec.commandLine().getOut();
    int columns = Terminal.ofProcess().columns();
    all.forEach(each -> out.println(each.name() + ": " + each.idea()));
    out.println();
    String of = " read of " + Figures.counted(posts, "post") + "; " + source.describe() + ".";
    out.println("Cells" + of);
    TextTable.lines(
            List.of("design", "families", "lost", "post", "oldest 20", "newest 20", "whole"),
            all.stream()
                .map(
                    each ->
                        List.of(
                            each.name(),
                            Integer.toString(each.families()),
                            Figures.count(each.lost()),
                            Figures.count(each.head().cells()),
                            Figures.count(each.first().cells()),
                            Figures.count(each.newest().cells()),
                            Figures.count(each.whole().cells())))
                .toList(),
            columns)
        .forEach(out::println);
    out.println();
    out.println("Bytes" + of);
    TextTable.lines(
            List.of(
                "design",
                "all tables",
                DesignFigures.BUSIEST,
                "post",
                "oldest 20",
                "newest 20",
                "whole"),
            all.stream()
                .map(
                    each ->
                        List.of(
                            each.name(),
                            Figures.bytes(each.bytes()),
                            DesignFigures.share(each.busiestShare()),
                            Figures.bytes(each.head().bytes()),
                            Figures.bytes(each.first().bytes()),
                            Figures.bytes(each.newest().bytes()),
                            Figures.bytes(each.whole().bytes())))
                .toList(),
            columns)
        .forEach(out::println);
    out.println(DesignFigures.ABOUT_BUSIEST);
    out.println();
    out.println(
        "Posts with a wrong count after "
            + Figures.counted(accidents, "accident")
            + " of each kind.");
    TextTable.lines(
            List.of("design", "two at once", "death between calls", "repeated"),
            all.stream()
                .map(
                    each ->
                        List.of(
                            each.name(),
                            Integer.toString(each.race()),
                            Integer.toString(each.death()),
                            Integer.toString(each.repeat())))
                .toList(),
            columns)
        .forEach(out::println);
  }
}
