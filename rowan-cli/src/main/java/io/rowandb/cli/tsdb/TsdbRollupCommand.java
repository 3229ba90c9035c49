package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.query.QueryTime;
import io.rowandb.tsdb.rollup.RollupLevel;
import io.rowandb.tsdb.rollup.Rollups;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb rollup}. */
@Command(
    name = "rollup",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the rollups of a metric: of each interval of a series its sum, count, least and greatest number, in the table NAME-rollup-INTERVAL, which is made if needed. Goes on from where it ended; if it is stopped, begin it again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:they are made",
      "1:there is no store, no table or no such metric, or it failed",
      "2:the command line is wrong"
    })
final class TsdbRollupCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(names = "--metric", required = true, paramLabel = "METRIC", description = "Which metric.")
  private String metric;

  @Option(
      names = "--interval",
      paramLabel = "INTERVAL",
      defaultValue = "1h",
      description = "Divides an hour, such as 1m or 10m: ${DEFAULT-VALUE} unless given.")
  private String interval;

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description = "Makes again those from here on, in UTC, as after points that came late.")
  private String start;

  @Option(
      names = "--end",
      paramLabel = "TIME",
      defaultValue = "now",
      description =
          "Whose hour is left out, in UTC: ${DEFAULT-VALUE} unless given. The hours before it should be over for all that write.")
  private String end;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    level(spec, tables, interval); // refuses it before anything is opened
    long until = millis(end);
    long from = start == null ? -1 : millis(start);
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      PointStoreOptions options = series.store().options();
      RollupLevel level = level(spec, options.tables(), interval);
      Rollups rollups = new Rollups(connection, options, series.uids(), level);
      rollups.create();
      long made = from < 0 ? rollups.make(metric, until) : rollups.make(metric, from, until);
      spec.commandLine()
          .getOut()
          .println(
              "Made "
                  + Figures.counted(made, "interval")
                  + "; those of "
                  + metric
                  + " are whole until "
                  + Instant.ofEpochMilli(rollups.wholeUntil(metric))
                  + ".");
    }
    return 0;
  }

  static RollupLevel level(CommandSpec spec, TsdbTables tables, String interval) {
    try {
      return RollupLevel.of(tables, interval);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private long millis(String time) {
    try {
      return QueryTime.millis(time, Instant.now(), ZoneOffset.UTC);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
