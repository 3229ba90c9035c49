package io.rowandb.cli.systems.board;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.BoardReads;
import io.rowandb.systems.board.Leaderboard;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan board explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {"Answers a question, and says what was read for it instead of the answer.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store or no table boards, or it failed",
      "2:the command line is wrong"
    })
final class BoardExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private BoardName name;

  @Mixin private BoardQuestion question;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    name.check();
    BoardQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect();
        Leaderboard board = name.openExisting(connection)) {
      BoardReads reads = explain(board, kind);
      spec.commandLine()
          .getOut()
          .printf(
              "%s%ngets: %s, in %s%nread: %s, %s%n",
              how(kind),
              Figures.count(reads.gets()),
              Figures.counted(reads.steps(), "step"),
              Figures.counted(reads.cells(), "cell"),
              Figures.bytes(reads.bytes()));
    }
    return 0;
  }

  private String how(BoardQuestion.Kind kind) {
    return switch (kind) {
      case TOP -> "served by: the first cells of the order of each row of the board";
      case AROUND ->
          question.around() == 0
              ? "served by: the player's score, then the counts of greater scores of each row"
              : "served by: the player's score, the orders around it, then the counts of each row";
      case SCORE -> "served by: the counts of greater scores of each row of the board";
      case SIZE -> "served by: the counts at the root of each row of the board";
    };
  }

  private BoardReads explain(Leaderboard board, BoardQuestion.Kind kind) throws IOException {
    BoardPeriod period = question.period();
    return switch (kind) {
      case TOP -> board.explainTop(period, question.top());
      case AROUND -> board.explainAround(period, question.player(), question.around());
      case SCORE -> board.explainRankOf(period, question.score());
      case SIZE -> board.explainSize(period);
    };
  }
}
