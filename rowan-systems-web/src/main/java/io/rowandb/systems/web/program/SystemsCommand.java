package io.rowandb.systems.web.program;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan systems}: all worked systems. */
@Command(
    name = "systems",
    mixinStandardHelpOptions = true,
    description = {"The worked systems, such as call records, in a browser and over HTTP.", ""},
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ServeCommand.class})
final class SystemsCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: serve");
  }
}
