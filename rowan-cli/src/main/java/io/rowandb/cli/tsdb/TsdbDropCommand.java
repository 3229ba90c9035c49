package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.upkeep.MetricDrop;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb drop}. */
@Command(
    name = "drop",
    mixinStandardHelpOptions = true,
    description = {
      "Removes a metric: all its rows, with their annotations.",
      "If it is stopped, begin it again. Nobody should write the metric meanwhile; with --names, nor any by names that it has: stop the writers, and start them anew afterwards.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is removed",
      "1:there is no store, no table or no such metric, rows have another layout or were written",
      "  meanwhile, or it failed",
      "2:the command line is wrong"
    })
final class TsdbDropCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(names = "--metric", required = true, paramLabel = "METRIC", description = "Which metric.")
  private String metric;

  @Option(
      names = "--names",
      description =
          "Also its name, and those of its tags that no row of another metric uses; for that, the keys of all rows are read.")
  private boolean names;

  @Option(
      names = "--force",
      description =
          "Also when rows look as if the table had another layout; by a wrong one, rows of other metrics are removed.")
  private boolean force;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      MetricDrop.Dropped dropped =
          new MetricDrop(connection, series.store().options(), series.uids())
              .drop(metric, names, force);
      spec.commandLine()
          .getOut()
          .println(
              "Removed "
                  + Figures.counted(dropped.rows(), "row")
                  + " and "
                  + Figures.counted(dropped.names(), "name")
                  + " of "
                  + metric
                  + ".");
      if (dropped.rowsLeft() > 0) {
        spec.commandLine()
            .getErr()
            .println(
                "Left "
                    + Figures.counted(dropped.rowsLeft(), "row")
                    + ", written since it began. Run it again.");
      }
      return dropped.rowsLeft() > 0 ? 1 : 0;
    }
  }
}
