package io.rowandb.cli.systems.board;

import io.rowandb.systems.board.Leaderboard;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which board. */
public final class BoardName {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "games",
      description = "Of the board: ${DEFAULT-VALUE} unless given.")
  private String name;

  /** For picocli. */
  public BoardName() {}

  /** Refuses a name that no board can have. */
  void check() {
    try {
      Leaderboard.checkBoard(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Opens it, and makes the table if there is none. */
  Leaderboard open(Connection connection) throws IOException {
    return Leaderboard.open(connection, name);
  }

  /** Opens it, for a question. */
  Leaderboard openExisting(Connection connection) throws IOException {
    return Leaderboard.openExisting(connection, name);
  }
}
