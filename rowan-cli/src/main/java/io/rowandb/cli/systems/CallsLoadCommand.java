package io.rowandb.cli.systems;

import io.rowandb.cli.ClusterOption;
import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.StorePath;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
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

  @Mixin private StorePath store;

  @Mixin private CreateOption create;

  @Mixin private ClusterOption cluster;

  @Mixin private CallSource source;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    source.check();
    Configuration configuration = cluster.configuration(store, create);
    try (StopSignal signal = StopSignal.listen()) {
      boolean[] stopped = {false};
      long start = System.nanoTime();
      long loaded;
      try (Connection connection = ConnectionFactory.createConnection(configuration);
          CallRecords calls = CallRecords.open(connection);
          Stream<CallRecord> records = source.records()) {
        loaded =
            calls.load(
                records.takeWhile(
                    each -> {
                      stopped[0] = signal.getAsBoolean();
                      return !stopped[0];
                    }));
      }
      if (!stopped[0]) {
        signal.succeed();
      }
      long nanos = System.nanoTime() - start;
      spec.commandLine()
          .getOut()
          .printf(
              "%s %s of %s in %s (%s a second).%n",
              stopped[0] ? "Stopped after" : "Loaded",
              Figures.counted(loaded, "record"),
              source.describe(),
              Figures.duration(nanos),
              Figures.count(Figures.rate(loaded, nanos)));
      spec.commandLine().getOut().flush();
    }
    return 0;
  }
}
