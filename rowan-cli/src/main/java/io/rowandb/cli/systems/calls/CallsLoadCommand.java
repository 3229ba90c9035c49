package io.rowandb.cli.systems.calls;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan calls load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Loads call records into the table calls, which is made if needed.",
      "A record that is there already is not there twice: a load that was stopped is begun again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all records are in the table",
      "1:there is no store, or a line is wrong; the lines before it may be in the table",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some records are in the table"
    })
final class CallsLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private CallSource source;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    source.check();
    new SystemLoad<>("record", source.describe(), source::records)
        .run(store, create, CallsLoadCommand::load, spec.commandLine().getOut());
    return 0;
  }

  private static long load(Connection connection, Stream<CallRecord> records) throws IOException {
    try (CallRecords calls = CallRecords.open(connection)) {
      return calls.load(records);
    }
  }
}
