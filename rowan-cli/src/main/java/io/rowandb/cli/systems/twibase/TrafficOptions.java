package io.rowandb.cli.systems.twibase;

import io.rowandb.systems.twibase.TwiTraffic;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many made-up users there are, and what they do. */
public final class TrafficOptions {
  static final List<String> NAMES = List.of("--users", "--follows", "--posts", "--seed");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Made-up users, user0 and so on: ${DEFAULT-VALUE} unless given.")
  private int users;

  @Option(
      names = "--follows",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many each follows on average: ${DEFAULT-VALUE} unless given.")
  private int follows;

  @Option(
      names = "--posts",
      paramLabel = "N",
      defaultValue = "5000",
      description = "How many posts they make in all: ${DEFAULT-VALUE} unless given.")
  private int posts;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number gives other users: ${DEFAULT-VALUE} unless given.")
  private long seed;

  /** For picocli. */
  public TrafficOptions() {}

  /** Refuses numbers out of range. */
  TwiTraffic traffic() {
    try {
      return new TwiTraffic(seed, users, follows, posts);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }
}
