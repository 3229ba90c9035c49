package io.rowandb.cli.systems.logs;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import java.io.IOException;
import java.time.LocalDate;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan logs load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Loads lines into the table logs, which is made if needed, with the titles of their files.",
      "A line that is there already is not there twice: a load that was stopped is begun again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all lines are in the table",
      "1:there is no store, or a line is wrong; the lines before it may be in the table",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some lines are in the table"
    })
final class LogsLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private LogInput input;

  @Option(
      names = "--date",
      paramLabel = "DAY",
      converter = DayConverter.class,
      description = "The day of all lines of the file, in UTC: a line of another one is wrong.")
  private LocalDate date;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (date != null && !input.isFile()) {
      throw new ParameterException(spec.commandLine(), "--date needs --file");
    }
    input.check();
    new SystemLoad<>("line", input.describe(), this::lines)
        .run(store, create, this::load, spec.commandLine().getOut());
    return 0;
  }

  private Stream<LogRecord> lines() {
    return date == null
        ? input.records()
        : LogStore.ofDate(input.describe(), date, input.records());
  }

  private long load(Connection connection, Stream<LogRecord> lines) throws IOException {
    try (LogStore logs = LogStore.open(connection)) {
      return logs.load(lines, input::title);
    }
  }
}
