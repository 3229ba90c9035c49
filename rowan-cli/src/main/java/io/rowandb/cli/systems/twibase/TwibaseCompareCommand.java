package io.rowandb.cli.systems.twibase;

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
import io.rowandb.systems.twibase.DeliveryPlan;
import io.rowandb.systems.twibase.FanOutComparison;
import io.rowandb.systems.twibase.FollowAttempts;
import io.rowandb.systems.twibase.FollowAttempts.Cost;
import io.rowandb.systems.twibase.TwiEvent.Followed;
import io.rowandb.systems.twibase.TwiTraffic;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan twibase compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures designs for who follows whom, and ways to bring posts to followers, with the same made-up users. It makes tables and namespaces whose names begin with compare_twibase_, and drops them.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was measured",
      "1:there is no store, or a table is there already",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the tables are dropped"
    })
final class TwibaseCompareCommand implements Callable<Integer> {
  private static final int ROUNDS = 100;
  private static final int ASKED = 200;

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private TrafficOptions options;

  @Option(
      names = "--looks",
      paramLabel = "N",
      defaultValue = "20000",
      description = "How often somebody looks at the timeline: ${DEFAULT-VALUE} unless given.")
  private int looks;

  @Mixin private DesignJson json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (looks < 0) {
      throw new ParameterException(spec.commandLine(), "--looks " + looks + ": not negative");
    }
    TwiTraffic traffic = options.traffic();
    List<Followed> asked;
    try (Stream<Followed> pairs = pairs(traffic)) {
      asked = pairs.limit(ASKED).toList();
    }
    if (asked.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "with these numbers nobody follows anybody");
    }
    try (StopSignal signal = StopSignal.listen();
        Connection connection = store.connect(create)) {
      FollowAttempts attempts = new FollowAttempts(connection, () -> pairs(traffic), asked, signal);
      List<FollowAttempts.Outcome> designs = attempts.measure();
      long lost = signal.getAsBoolean() ? 0 : attempts.lostByNumbers(ROUNDS);
      Map<String, FanOutComparison.Outcome> plans =
          new FanOutComparison(connection, traffic, looks, signal).measure();
      if (signal.getAsBoolean()) {
        return 0;
      }
      if (json.isGiven()) {
        json.print(designs);
        plans.forEach((name, each) -> json.print(Map.of("plan", name), each));
      } else {
        print(designs, lost);
        print(plans);
      }
    } catch (TableExistsException e) {
      throw SystemComparison.existing(FollowAttempts.TABLE, e);
    }
    return 0;
  }

  private static Stream<Followed> pairs(TwiTraffic traffic) {
    return traffic.followed().map(each -> (Followed) each);
  }

  private void print(List<FollowAttempts.Outcome> designs, long lost) {
    PrintWriter out = spec.commandLine().getOut();
    designs.forEach(each -> out.println(each.name() + ": " + each.idea()));
    out.println();
    List<List<String>> sizes = new ArrayList<>();
    for (FollowAttempts.Outcome each : designs) {
      sizes.add(
          List.of(
              each.name(),
              Figures.count(each.pairs()),
              Figures.bytes(each.bytes()),
              DesignFigures.share(each.busiestShare())));
    }
    table(List.of("design", "pairs", "cells", DesignFigures.BUSIEST), sizes);
    out.println(DesignFigures.ABOUT_BUSIEST);
    answers("whom one follows", designs, FollowAttempts.Outcome::whom);
    answers("who follows one", designs, FollowAttempts.Outcome::who);
    answers("does one follow", designs, FollowAttempts.Outcome::does);
    out.printf("%nOf %d follows by two at once, numbered columns lose %d.%n%n", 2 * ROUNDS, lost);
  }

  private void answers(
      String question,
      List<FollowAttempts.Outcome> designs,
      Function<FollowAttempts.Outcome, Cost> cost) {
    spec.commandLine().getOut().println();
    List<List<String>> rows = new ArrayList<>();
    for (FollowAttempts.Outcome each : designs) {
      Cost of = cost.apply(each);
      rows.add(
          List.of(
              each.name(),
              Figures.mean(of.cells()),
              Figures.bytes(Math.round(of.bytes())),
              Figures.mean(of.found()),
              Figures.millis(of.medianMicros())));
    }
    table(List.of(question, "cells read", "bytes read", "found", "p50 ms"), rows);
  }

  private void print(Map<String, FanOutComparison.Outcome> plans) {
    List<List<String>> rows = new ArrayList<>();
    plans.forEach(
        (name, each) ->
            rows.add(
                List.of(
                    name,
                    Figures.count(each.rowsWritten()),
                    Figures.count(each.authorsRead()),
                    Figures.count(
                        each.rowsWritten() + DeliveryPlan.COST_OF_LOOK * each.authorsRead()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * each.busiestAuthor()),
                    Figures.millis(each.postMicros()),
                    Figures.millis(each.lookMicros()),
                    Figures.millis(each.slowLookMicros()),
                    Figures.count(each.shown()))));
    table(
        List.of(
            "posts are",
            "rows written",
            "authors read",
            "cost",
            "of one author",
            "post p50 ms",
            "look p50 ms",
            "p99 ms",
            "shown"),
        rows);
    spec.commandLine()
        .getOut()
        .printf(
            "The cost: a written row is 1, an author that is read %d.%n",
            DeliveryPlan.COST_OF_LOOK);
  }

  private void table(List<String> headings, List<List<String>> rows) {
    TextTable.lines(headings, rows, Terminal.ofProcess().columns())
        .forEach(spec.commandLine().getOut()::println);
  }
}
