package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb keep}. */
@Command(
    name = "keep",
    mixinStandardHelpOptions = true,
    description = {
      "Keeps rollups of each minute, ten minutes and hour: makes those of hours that changed. From the first time on all that write points mark their hours; answers are those of the points. If it is stopped, begin it again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:they are made",
      "1:there is no store, no table or no such metric, or it failed",
      "2:the command line is wrong"
    })
final class TsdbKeepCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description = "Which metric; all that have marked hours unless given. May be repeated.")
  private List<String> metrics = List.of();

  @Option(
      names = "--all",
      description = "Also hours with points that were written before; goes with --metric.")
  private boolean all;

  @Option(
      names = "--settle",
      description =
          "Says that all programs that wrote before have ended, as after one has died; its hours are answered from points until then.")
  private boolean settle;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    if (all && metrics.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--all goes with --metric");
    }
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout).keepRollups();
      KeptRollups kept = series.kept().orElseThrow();
      for (String each : metrics.isEmpty() ? kept.metrics() : metrics) {
        if (settle) {
          say(Figures.counted(kept.settle(each), "writer") + " of " + each + " left behind.");
        }
        int made = all ? kept.make(each, 0, PointTime.MAX_MILLIS) : kept.make(each);
        say("Made " + Figures.counted(made, "hour") + " of " + each + '.');
      }
    }
    return 0;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
  }
}
