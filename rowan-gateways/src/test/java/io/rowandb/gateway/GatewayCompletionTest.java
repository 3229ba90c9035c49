package io.rowandb.gateway;

import io.rowandb.cli.Completion;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** Tab behind {@code ./rowan rest} and {@code ./rowan thrift}. */
class GatewayCompletionTest {
  @Test
  void optionsAreThoseOfTheCommands() throws Exception {
    Map<String, CommandSpec> commands = new TreeMap<>();
    Gateways.newCommandLine()
        .getSubcommands()
        .forEach((name, command) -> commands.put(name, command.getCommandSpec()));
    Completion.assertKnows(commands);
  }
}
