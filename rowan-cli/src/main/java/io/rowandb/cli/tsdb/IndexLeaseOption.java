package io.rowandb.cli.tsdb;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How long a change of the index waits for other programs. */
public final class IndexLeaseOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "How long other programs may believe what they know: ${DEFAULT-VALUE} unless given. Twice that is waited. 0 when no other program has the tables open.")
  private int seconds;

  /** For picocli. */
  public IndexLeaseOption() {}

  int seconds() {
    if (seconds < 0) {
      throw new ParameterException(spec.commandLine(), "--lease is 0 seconds or more: " + seconds);
    }
    return seconds;
  }
}
