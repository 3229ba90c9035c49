package io.rowandb.cli.systems.logs;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.DesignJson;
import io.rowandb.cli.systems.SystemComparison;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.systems.logs.LogAttempts;
import io.rowandb.systems.logs.LogMeasurement;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan logs compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Measures several designs, from the article's first to the one in use.",
      "Loads the same lines into a table of each, asks the same questions, prints what was read and lost, and drops the tables, whose names begin with compare_logs_.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all designs were measured",
      "1:there is no store, a table is there already, or a line is wrong",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the tables are dropped"
    })
final class LogsCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private LogInput input;

  @Option(
      names = "--questions",
      paramLabel = "N",
      defaultValue = "50",
      description =
          "How many guids and how many codes are asked for: ${DEFAULT-VALUE} unless given.")
  private int questions;

  @Mixin private DesignJson json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (questions < 1) {
      throw new ParameterException(spec.commandLine(), "--questions " + questions + ": at least 1");
    }
    input.check();
    try (StopSignal signal = StopSignal.listen();
        Connection connection = store.connect(create)) {
      Supplier<Stream<LogRecord>> lines =
          () -> input.records().takeWhile(each -> !signal.getAsBoolean());
      List<LogQuery> asked = asked(lines, questions);
      if (signal.getAsBoolean()) {
        return 0; // with the signal's code
      }
      if (asked.isEmpty()) {
        throw new IllegalArgumentException(
            input.describe() + " has no line with a guid or a code to ask for");
      }
      LogAttempts attempts = new LogAttempts(connection, lines, asked);
      List<LogMeasurement> all = new ArrayList<>();
      for (String name : LogAttempts.names()) {
        if (signal.getAsBoolean()) {
          return 0;
        }
        all.add(measure(attempts, name));
      }
      if (signal.getAsBoolean()) {
        return 0;
      }
      if (json.isGiven()) {
        json.print(all);
      } else {
        LogMeasurementText.print(
            all, input.describe(), spec.commandLine().getOut(), Terminal.ofProcess().columns());
      }
    }
    return 0;
  }

  private static LogMeasurement measure(LogAttempts attempts, String name) throws IOException {
    try {
      return attempts.measure(name);
    } catch (TableExistsException e) {
      throw SystemComparison.existing(LogAttempts.table(name), e);
    }
  }

  /** The first guids and codes that occur, each on its day: frequent ones are among them. */
  private static List<LogQuery> asked(Supplier<Stream<LogRecord>> all, int questions) {
    List<LogQuery> asked = new ArrayList<>();
    try (Stream<LogRecord> lines = all.get()) {
      lines
          .filter(line -> line.guid1() != null)
          .map(line -> LogQuery.ofGroup(line.group()).guid(line.guid1()).day(line.date()).build())
          .distinct()
          .limit(questions)
          .forEach(asked::add);
    }
    try (Stream<LogRecord> lines = all.get()) {
      lines
          .filter(line -> line.code() != null)
          .map(line -> LogQuery.ofGroup(line.group()).code(line.code()).day(line.date()).build())
          .distinct()
          .limit(questions)
          .forEach(asked::add);
    }
    return asked;
  }
}
