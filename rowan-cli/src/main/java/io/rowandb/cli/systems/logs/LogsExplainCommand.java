package io.rowandb.cli.systems.logs;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.logs.LogQuery;
import io.rowandb.systems.logs.LogStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan logs explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {"Says which rows of which regions are read to answer a question.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store or no table logs, or it failed",
      "2:the command line is wrong"
    })
final class LogsExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private LogQuestion question;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    LogQuery query = question.query();
    try (Connection connection = store.connect();
        LogStore logs = LogStore.openExisting(connection)) {
      logs.explainAll(query).forEach(spec.commandLine().getOut()::println);
    }
    return 0;
  }
}
