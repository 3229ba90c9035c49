package io.rowandb.cli.systems.logs;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.schema.pattern.IndexReport;
import io.rowandb.systems.logs.LogStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan logs index}. */
@Command(
    name = "index",
    mixinStandardHelpOptions = true,
    description = {
      "Adds an index by source: builds it from the lines that are there, and checks it. Loads write its entries from then on. Others may read and write meanwhile; loads that were begun before end with an error, and are begun again. It waits for them for 20 seconds.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all lines have their entries",
      "1:there is no store or no table logs, lines lack their entries, or it failed",
      "2:the command line is wrong"
    })
final class LogsIndexCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    try (Connection connection = store.connect()) {
      IndexReport report = LogStore.addSource(connection);
      spec.commandLine().getOut().println("index bySource: " + report);
      return report.missing() == 0 ? 0 : 1;
    }
  }
}
