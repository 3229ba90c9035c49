package io.rowandb.cli.systems.messages;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.messages.Message;
import io.rowandb.systems.messages.Messages;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan messages load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Sends messages, in the tables messages and message_boxes, which are made if needed.",
      "One that was sent already is not sent twice: a load that was stopped is begun again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all messages are sent",
      "1:there is no store, a line is wrong, or an id is of another message; those before are sent",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some messages are sent"
    })
final class MessagesLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private MessageSource source;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    source.check();
    new SystemLoad<>("message", source.describe(), source::messages)
        .run(store, create, MessagesLoadCommand::load, spec.commandLine().getOut());
    return 0;
  }

  private static long load(Connection connection, Stream<Message> all) throws IOException {
    try (Messages messages = Messages.open(connection)) {
      return messages.load(all);
    }
  }
}
