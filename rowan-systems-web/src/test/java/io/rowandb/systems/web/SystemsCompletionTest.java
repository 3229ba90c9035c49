package io.rowandb.systems.web;

import io.rowandb.cli.Completion;
import io.rowandb.systems.web.program.SystemsProgram;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tab behind {@code ./rowan systems}. */
class SystemsCompletionTest {
  @Test
  void optionsAreThoseOfTheCommands() throws Exception {
    CommandLine systems = SystemsProgram.newCommandLine().getSubcommands().get("systems");
    Completion.assertKnows(
        Map.of(
            "systems", systems.getCommandSpec(),
            "systems serve", systems.getSubcommands().get("serve").getCommandSpec()));
  }
}
