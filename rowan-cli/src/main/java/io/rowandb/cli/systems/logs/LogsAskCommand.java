package io.rowandb.cli.systems.logs;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.JsonAnswer;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.systems.logs.LogLine;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan logs ask}. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the lines that answer a question, the oldest first, with tabs between the values.",
      "Ask for a guid, a code or a source of a group, in a range of days.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store or no table logs, no index answers, or it failed",
      "2:the command line is wrong"
    })
final class LogsAskCommand implements Callable<Integer> {
  /** Asking for an error flushes, so it is done once for so many lines. */
  private static final int LINES_BETWEEN_LOOKS = 1_000;

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private LogQuestion question;

  @Mixin private JsonAnswer json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    LogQuery query = question.query();
    PrintWriter out = spec.commandLine().getOut();
    try (Connection connection = store.connect();
        LogStore logs = LogStore.openExisting(connection);
        Stream<LogLine> lines = logs.askWithTitles(query)) {
      if (!json.isGiven()) {
        out.println("time\tfile\tline\tguid1\tguid2\tcode\tsource\ttext");
      }
      long printed = 0;
      for (var each = lines.iterator(); each.hasNext(); ) { // as they come: there may be millions
        if (printed++ % LINES_BETWEEN_LOOKS == 0 && out.checkError()) {
          break; // nobody reads on
        }
        LogLine line = each.next();
        if (json.isGiven()) {
          json.print(LogJson.line(line));
        } else {
          out.println(text(line));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return 0;
  }

  private static String text(LogLine line) {
    LogRecord record = line.record();
    return Stream.of(
            record.time(),
            line.title().orElse(null),
            record.line(),
            record.guid1(),
            record.guid2(),
            record.code(),
            record.source(),
            record.text())
        .map(value -> DisplayText.printable(Objects.toString(value, "")))
        .collect(Collectors.joining("\t"));
  }
}
