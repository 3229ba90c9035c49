package io.rowandb.cli.designcheck;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan design}: judges a table's design before production. */
@Command(
    name = "design",
    mixinStandardHelpOptions = true,
    description = {
      "Judges the design of a table before there is one, with a sample of its rows.",
      "Its Java API is DesignCheck, in rowan-design.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DesignCheckCommand.class,
      DesignEstimateCommand.class,
      DesignSimulateCommand.class,
      DesignFitCommand.class,
      DesignMeasureCommand.class,
      DesignAdviseCommand.class,
      DesignMcpCommand.class
    })
public final class DesignCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public DesignCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing: advise, check, estimate, fit, mcp, measure or simulate");
  }
}
