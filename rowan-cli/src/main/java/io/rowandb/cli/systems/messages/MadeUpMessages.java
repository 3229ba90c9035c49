package io.rowandb.cli.systems.messages;

import io.rowandb.systems.messages.MessageTraffic;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Made-up messages. */
public final class MadeUpMessages {
  private static final List<String> ALL =
      List.of("--messages", "--people", "--first", "--days", "--seed");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Made-up messages: ${DEFAULT-VALUE} unless given.")
  private long messages;

  @Option(
      names = "--people",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many users there are: ${DEFAULT-VALUE} unless given.")
  private int people;

  @Option(
      names = "--first",
      paramLabel = "TIME",
      defaultValue = "2011-01-01T00:00:00Z",
      description = "When the first was sent: ${DEFAULT-VALUE} unless given.")
  private Instant first;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "Over how many days: ${DEFAULT-VALUE} unless given.")
  private int days;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another number gives other messages: ${DEFAULT-VALUE} unless given.")
  private long seed;

  /** For picocli. */
  public MadeUpMessages() {}

  /** Refuses any of the options, beside something that they do not go with. */
  void refuseBeside(String other) {
    for (String option : ALL) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(spec.commandLine(), option + " does not go with " + other);
      }
    }
  }

  MessageTraffic traffic() {
    try {
      return new MessageTraffic(seed, people, messages, first, days);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  /** For people. */
  String describe() {
    return "made-up traffic of seed " + seed;
  }
}
