package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.meta.MetaSync;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb metasync}. */
@Command(
    name = "metasync",
    mixinStandardHelpOptions = true,
    description = {
      "Creates the meta data of names and series that are missing, as OpenTSDB's uid metasync does: reads the keys of all rows. Programs may write meanwhile. If it is stopped, the same command goes on.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all that could be created are there",
      "1:some were left out, there is no store or no table, or it failed",
      "2:the command line is wrong"
    })
final class TsdbMetaSyncCommand implements Callable<Integer> {
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
      return told(new MetaSync(connection, series.store().options(), series.uids()).run());
    }
  }

  private int told(MetaSync.Report report) {
    if (report.wentOn()) {
      say("Went on where the last run was stopped; series that came since then need another run.");
    }
    say("Looked at " + Figures.counted(report.rows(), "row") + ".");
    say(
        "Created meta data of "
            + Figures.counted(report.names(), "name")
            + " and "
            + report.series()
            + " series, and corrected "
            + report.corrected()
            + ".");
    if (report.nameless() + report.damaged() > 0) {
      say(
          "Left out "
              + report.nameless()
              + " with UIDs that have no name, and "
              + report.damaged()
              + " whose meta data are damaged.");
      return 1;
    }
    return 0;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
  }
}
