package io.rowandb.cli.systems.messages;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.JsonAnswer;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.messages.BoxedMessage;
import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.Messages;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan messages ask}. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {"Shows messages of a user, or counts them. Marks none as read.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store or no table messages, or it failed",
      "2:the command line is wrong"
    })
final class MessagesAskCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private MessageQuestion question;

  @Option(names = "--count", description = "How many, and not which.")
  private boolean count;

  @Option(
      names = "--page",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many are shown, up to 1000: ${DEFAULT-VALUE} unless given.")
  private int size;

  @Option(
      names = "--after",
      paramLabel = "TOKEN",
      description = "The page after another one, which says this.")
  private String token;

  @Mixin private JsonAnswer json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    Folder folder = question.folder();
    if (size < 1 || size > Messages.LARGEST_PAGE) {
      throw new ParameterException(
          spec.commandLine(), "--page " + size + ": 1 to " + Messages.LARGEST_PAGE);
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Connection connection = store.connect();
        Messages messages = Messages.openExisting(connection)) {
      if (count) {
        print(messages.count(folder), out);
      } else {
        print(page(messages, folder), out);
      }
    }
    return 0;
  }

  private Page<BoxedMessage> page(Messages messages, Folder folder) throws IOException {
    if (token == null) {
      return messages.page(folder, size);
    }
    try {
      return messages.page(folder, size, token);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--after: " + e.getMessage(), e);
    }
  }

  private void print(long number, PrintWriter out) {
    if (json.isGiven()) {
      json.print(Map.of("count", number));
    } else {
      out.println(number);
    }
  }

  private void print(Page<BoxedMessage> page, PrintWriter out) {
    if (json.isGiven()) {
      json.print(page, MessageJson::message);
      return;
    }
    List<List<String>> rows =
        page.records().stream()
            .map(
                each ->
                    List.of(
                        each.message().time().toString(),
                        each.unread() ? "unread" : "",
                        each.message().sender(),
                        String.join(";", each.message().receivers()),
                        each.message().text()))
            .toList();
    TextTable.lines(
            List.of("time", "state", "from", "to", "text"), rows, Terminal.ofProcess().columns())
        .forEach(out::println);
    page.next().ifPresent(next -> out.println("the next page: --after " + next));
  }
}
