package io.rowandb.cli.systems.webtable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan webtable}: the pages of a crawler. */
@Command(
    name = "webtable",
    mixinStandardHelpOptions = true,
    description = {
      "The pages of a crawler and the links between them, in tables of a store or a cluster: a page now or as of a time, all of a domain, links from both sides, what changed between two crawls, what to fetch next. compare shows what other designs of the tables would do. Its Java API is Webtable and Frontier, in rowan-systems.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      WebtableLoadCommand.class,
      WebtableAskCommand.class,
      WebtableExplainCommand.class,
      WebtableCompareCommand.class
    })
public final class WebtableCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For picocli. */
  public WebtableCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: load, ask, explain or compare");
  }
}
