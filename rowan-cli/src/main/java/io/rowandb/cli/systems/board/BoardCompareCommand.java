package io.rowandb.cli.systems.board;

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
import io.rowandb.systems.board.BoardAttempts;
import io.rowandb.systems.board.BoardMeasurement;
import io.rowandb.systems.board.BoardMeasurement.Damage;
import io.rowandb.systems.board.ScoreEvent;
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

/** {@code ./rowan board compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures several designs, from the textbooks' to the one in use.",
      "Loads the same scores into the tables of each, asks the same questions, lets the same accidents happen, prints what was read and what was harmed, and drops the tables, whose names begin with compare_board_.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all designs were measured",
      "1:there is no store, a table is there already, or a line is wrong",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the tables are dropped"
    })
final class BoardCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private BoardSource source;

  @Option(
      names = "--asked",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many players are asked about: ${DEFAULT-VALUE} unless given.")
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
      List<BoardMeasurement> all =
          new BoardAttempts(connection, source::events, players(), accidents).measure(signal);
      if (json.isGiven()) {
        json.print(all);
      } else if (!all.isEmpty()) {
        print(all); // otherwise it ends with the signal's code
      }
    } catch (TableExistsException e) {
      throw SystemComparison.existing(e.getMessage(), e);
    }
    return 0;
  }

  /** The last ones of all: neither the best nor those who play most. */
  private List<String> players() {
    try (Stream<ScoreEvent> events = source.events()) {
      List<String> players = events.map(ScoreEvent::player).distinct().toList();
      if (players.isEmpty()) {
        throw new IllegalArgumentException(source.describe() + " has no score");
      }
      return players.subList(Math.max(0, players.size() - asked), players.size());
    }
  }

  private void print(List<BoardMeasurement> all) {
    PrintWriter out = spec.commandLine().getOut();
    int columns = Terminal.ofProcess().columns();
    all.forEach(each -> out.println(each.name() + ": " + each.idea()));
    out.println();
    out.println("Rows read, or cells where a row is a board; " + source.describe() + ".");
    TextTable.lines(
            List.of("design", "calls to write", "top 10", "rank", "5 around"),
            all.stream()
                .map(
                    each ->
                        List.of(
                            each.name(),
                            Integer.toString(each.calls()),
                            Figures.mean(each.topRead()),
                            Figures.mean(each.rankRead()),
                            Figures.mean(each.aroundRead())))
                .toList(),
            columns)
        .forEach(out::println);
    out.println();
    printBytes(all, out, columns);
    out.println();
    out.println(
        "Wrong scores / wrong standings after "
            + Figures.counted(accidents, "accident")
            + " of each kind.");
    TextTable.lines(
            List.of("design", "two at once", "death between calls", "repeated"),
            all.stream()
                .map(
                    each ->
                        List.of(
                            each.name(),
                            damage(each.race()),
                            damage(each.death()),
                            damage(each.repeat())))
                .toList(),
            columns)
        .forEach(out::println);
  }

  private static void printBytes(List<BoardMeasurement> all, PrintWriter out, int columns) {
    out.println("Bytes stored, and read for an answer.");
    TextTable.lines(
            List.of("design", "cells", DesignFigures.BUSIEST, "top 10", "rank", "5 around"),
            all.stream()
                .map(
                    each ->
                        List.of(
                            each.name(),
                            Figures.bytes(each.bytes()),
                            DesignFigures.share(each.busiestShare()),
                            Figures.bytes(Math.round(each.topBytes())),
                            Figures.bytes(Math.round(each.rankBytes())),
                            Figures.bytes(Math.round(each.aroundBytes()))))
                .toList(),
            columns)
        .forEach(out::println);
    out.println(DesignFigures.ABOUT_BUSIEST);
  }

  private static String damage(Damage damage) {
    return damage.scores() + " / " + damage.standings();
  }
}
