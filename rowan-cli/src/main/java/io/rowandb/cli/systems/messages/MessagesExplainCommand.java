package io.rowandb.cli.systems.messages;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.Messages;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan messages explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Says which rows of which regions are read to answer a question. A page then looks up its messages, in one call.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store or no table messages, or it failed",
      "2:the command line is wrong"
    })
final class MessagesExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private MessageQuestion question;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    Folder folder = question.folder();
    try (Connection connection = store.connect();
        Messages messages = Messages.openExisting(connection)) {
      spec.commandLine().getOut().println(messages.explain(folder));
    }
    return 0;
  }
}
