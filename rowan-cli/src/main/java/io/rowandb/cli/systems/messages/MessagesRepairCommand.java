package io.rowandb.cli.systems.messages;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.messages.Messages;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan messages repair}. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    description = {
      "Ends what programs that died have begun, so that each message is in all its boxes.",
      "Others may send and read meanwhile.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is ended",
      "1:there is no store or no table messages, or it failed",
      "2:the command line is wrong"
    })
final class MessagesRepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    try (Connection connection = store.connect();
        Messages messages = Messages.openExisting(connection)) {
      spec.commandLine()
          .getOut()
          .println("Ended " + Figures.counted(messages.repair(), "unfinished message") + ".");
    }
    return 0;
  }
}
