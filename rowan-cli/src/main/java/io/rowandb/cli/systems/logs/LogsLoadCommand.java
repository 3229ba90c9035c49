package io.rowandb.cli.systems.logs;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import java.io.IOException;
import java.nio.file.Path;
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

  @Option(
      names = "--bulk",
      description =
          "By sorted files, which the table gets in one step at the end: faster for millions of lines. All of it is loaded or nothing; lines that are there already are wrong. What was loaded is not loaded again: a file of the same title and size, or the same made-up lines.")
  private boolean bulk;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Where --bulk sorts, with room for the lines twice, outside of the store; PATH.load if not given.")
  private Path work;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (date != null && !input.isFile()) {
      throw new ParameterException(spec.commandLine(), "--date needs --file");
    }
    if (work != null && !bulk) {
      throw new ParameterException(spec.commandLine(), "--work needs --bulk");
    }
    input.check();
    SystemLoad<LogRecord> load = new SystemLoad<>("line", input.describe(), this::lines);
    if (bulk) {
      Path sorted = store.workDirectory(work);
      load.runWhole(
          store,
          create,
          (connection, lines) ->
              new LogSortedLoad(connection, sorted).load(input.loadName(), lines, input::title),
          spec.commandLine().getOut());
    } else {
      load.run(store, create, this::load, spec.commandLine().getOut());
    }
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
