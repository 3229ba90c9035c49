package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.tree.TreeBuilder;
import io.rowandb.tsdb.tree.TreeSync;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb treesync}. */
@Command(
    name = "treesync",
    mixinStandardHelpOptions = true,
    description = {
      "Puts all series that have meta data into the trees that are enabled, as OpenTSDB's uid treesync does: reads all meta data. Programs may write meanwhile. If it is stopped, begin it again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the rules were used on all series; what they put nowhere is counted",
      "1:some series were left out, no usable tree is enabled, there is no store or no table, or it failed",
      "2:the command line is wrong"
    })
final class TsdbTreeSyncCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      return told(new TreeSync(connection, series.store(), series.uids()).run());
    }
  }

  private int told(TreeSync.Report report) {
    if (report.trees() == 0) {
      spec.commandLine().getErr().println("No tree with rules that can be used is enabled.");
      return 1;
    }
    say(
        "Put "
            + report.series()
            + " series into "
            + Figures.counted(report.trees(), "tree")
            + ": "
            + report.count(TreeBuilder.Outcome.ADDED)
            + " new, "
            + report.count(TreeBuilder.Outcome.KNOWN)
            + " known.");
    say(
        "Not put: "
            + report.count(TreeBuilder.Outcome.COLLIDED)
            + " collided, "
            + report.count(TreeBuilder.Outcome.NOT_MATCHED)
            + " did not match, "
            + report.count(TreeBuilder.Outcome.NO_PLACE)
            + " have less than two names.");
    long left = report.nameless() + report.damaged() + report.failed();
    if (left > 0) {
      say(
          "Left out "
              + report.nameless()
              + " with UIDs that have no name, "
              + report.damaged()
              + " whose meta data or leaves are damaged, and "
              + report.failed()
              + " that rules cannot be used on.");
      return 1;
    }
    return 0;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
  }
}
