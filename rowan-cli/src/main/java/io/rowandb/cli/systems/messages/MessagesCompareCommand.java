package io.rowandb.cli.systems.messages;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.DesignJson;
import io.rowandb.cli.systems.SystemComparison;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.systems.messages.MessageAttempts;
import io.rowandb.systems.messages.MessageOutcome;
import io.rowandb.systems.messages.MessageTraffic;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan messages compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures several designs, from the textbooks' to the one in use.",
      "Sends the same messages by each, reads half of them, lets calls come twice and senders die between two calls, prints what came of it, and drops the tables, whose names begin with compare_messages_.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all designs were measured",
      "1:there is no store, or a table is there already",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the tables are dropped"
    })
final class MessagesCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private MadeUpMessages madeUp;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many users are asked about: ${DEFAULT-VALUE} unless given.")
  private int users;

  @Option(
      names = "--deaths",
      paramLabel = "N",
      defaultValue = "180",
      description = "How many senders die: ${DEFAULT-VALUE} unless given.")
  private int deaths;

  @Mixin private DesignJson json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    MessageTraffic traffic = madeUp.traffic();
    check(traffic);
    try (StopSignal signal = StopSignal.listen();
        Connection connection = store.connect(create)) {
      List<MessageOutcome> all = measure(connection, traffic, signal);
      if (all.isEmpty()) {
        return 0; // with the signal's code
      }
      if (json.isGiven()) {
        json.print(all);
        return 0;
      }
      spec.commandLine()
          .getOut()
          .printf(
              "%s of %s; %s died.%n%n",
              Figures.counted(traffic.messages(), "message"),
              madeUp.describe(),
              Figures.counted(deaths, "more sender"));
      MessageOutcomeText.print(all, spec.commandLine().getOut(), Terminal.ofProcess().columns());
    }
    return 0;
  }

  private void check(MessageTraffic traffic) {
    try {
      MessageAttempts.check(traffic, users, deaths);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private List<MessageOutcome> measure(
      Connection connection, MessageTraffic traffic, BooleanSupplier stopped) throws IOException {
    try {
      return new MessageAttempts(connection, traffic, users, deaths, stopped).measure();
    } catch (TableExistsException e) {
      throw SystemComparison.existing(e.getMessage(), e);
    }
  }
}
