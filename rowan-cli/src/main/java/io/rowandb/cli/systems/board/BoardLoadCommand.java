package io.rowandb.cli.systems.board;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.board.ScoreEvent;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan board load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Loads scores into a board of the table boards, which is made if needed.",
      "The same score or the same points count once: a load that was stopped is begun again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all scores are in the board",
      "1:there is no store, or a line is wrong; the lines before it may be in the board",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some scores are in the board"
    })
final class BoardLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private BoardName name;

  @Mixin private BoardSource source;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    name.check();
    source.check();
    new SystemLoad<>("score", source.describe(), source::events)
        .run(store, create, this::load, spec.commandLine().getOut());
    return 0;
  }

  private long load(Connection connection, Stream<ScoreEvent> events) throws IOException {
    try (Leaderboard board = name.open(connection)) {
      return board.load(events);
    }
  }
}
