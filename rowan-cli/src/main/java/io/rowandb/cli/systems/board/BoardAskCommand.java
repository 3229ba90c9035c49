package io.rowandb.cli.systems.board;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.JsonAnswer;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.BoardPlace;
import io.rowandb.systems.board.Leaderboard;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan board ask}. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {"Answers a question from a board of the table boards.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store or no table boards, or it failed",
      "2:the command line is wrong"
    })
final class BoardAskCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private BoardName name;

  @Mixin private BoardQuestion question;

  @Mixin private JsonAnswer json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    name.check();
    BoardQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect();
        Leaderboard board = name.openExisting(connection)) {
      answer(board, kind);
    }
    return 0;
  }

  private void answer(Leaderboard board, BoardQuestion.Kind kind) throws IOException {
    BoardPeriod period = question.period();
    switch (kind) {
      case TOP -> places(board.top(period, question.top()));
      case AROUND -> places(board.around(period, question.player(), question.around()));
      case SCORE -> number("rank", board.rankOf(period, question.score()));
      case SIZE -> number("players", board.size(period));
    }
  }

  private void number(String name, long number) {
    if (json.isGiven()) {
      json.print(Map.of(name, number));
    } else {
      spec.commandLine().getOut().println(name + ": " + number);
    }
  }

  private void places(List<BoardPlace> places) {
    if (json.isGiven()) {
      json.print(places, BoardJson::place);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (BoardPlace each : places) {
      rows.add(
          List.of(
              Long.toString(each.rank()),
              each.player(),
              Long.toString(each.score()),
              each.reached().toString()));
    }
    PrintWriter out = spec.commandLine().getOut();
    TextTable.lines(
            List.of("rank", "player", "score", "reached"), rows, Terminal.ofProcess().columns())
        .forEach(out::println);
  }
}
