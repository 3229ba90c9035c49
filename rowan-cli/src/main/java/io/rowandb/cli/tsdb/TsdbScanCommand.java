package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.query.QueriedPoints;
import io.rowandb.tsdb.query.QueryTime;
import io.rowandb.tsdb.query.TagFilterText;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Erased;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointTaker;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.text.PointLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb scan}. */
@Command(
    name = "scan",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the points of a metric as import takes them, hour by hour: a line METRIC TIME VALUE TAG=VALUE ... for each. However many there are, it needs memory for a row alone.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the points are printed, and removed if that was asked for",
      "1:there is no store, no table or no such name, rows were left, or it failed",
      "2:the command line is wrong"
    })
final class TsdbScanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--metric",
      required = true,
      paramLabel = "METRIC",
      description = "Of which metric.")
  private String metric;

  @Option(
      names = "--tag",
      paramLabel = "TAG=FILTER",
      description =
          "Of series whose tag is so; again for another. Filters are those of query, such as host=web1, host=web* or 'host=regexp(^web)'.")
  private List<String> tags = List.of();

  @Option(
      names = "--start",
      paramLabel = "TIME",
      defaultValue = "0",
      description = "The first time, in UTC: ${DEFAULT-VALUE} unless given.")
  private String start;

  @Option(
      names = "--end",
      paramLabel = "TIME",
      defaultValue = "4294967295",
      description = "The last time, in UTC: ${DEFAULT-VALUE} unless given.")
  private String end;

  @Option(
      names = "--delete",
      description =
          "Removes the points that are printed, row by row; annotations stay. If it is stopped, begin it again.")
  private boolean delete;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    RangeQuery query = query();
    PointTaker print = new Printer(spec.commandLine().getOut());
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      PointScans scans = new PointScans(connection, series.uids(), series.store().options());
      if (delete) {
        return report(new QueriedPoints(scans, series.kept()).erase(query, ReadLimits.NONE, print));
      }
      scans.scan(query, ReadLimits.NONE, print);
    }
    return 0;
  }

  private int report(Erased erased) {
    PrintWriter err = spec.commandLine().getErr();
    if (erased.rowsLeft() > 0) {
      err.println(
          "Left "
              + Figures.counted(erased.rowsLeft(), "row")
              + " as they were: changed meanwhile, removed from a minute ago or too large. Run it"
              + " again later.");
    }
    err.println("Removed " + Figures.counted(erased.points(), "point") + ".");
    return erased.rowsLeft() > 0 ? 1 : 0;
  }

  /** What could not be printed is not removed, and nobody waits for the rest. */
  private record Printer(PrintWriter out) implements PointTaker {
    @Override
    public void take(DataPoint point) {
      out.println(PointLine.format(point));
    }

    @Override
    public void endRow() throws IOException {
      if (out.checkError()) { // which flushes it
        throw new IOException(
            "the points could not be printed: whoever read them is gone, or the disk is full");
      }
    }
  }

  private RangeQuery query() {
    try {
      Instant now = Instant.now();
      List<TagFilter> filters = new ArrayList<>();
      for (String each : tags) {
        String[] parts = each.split("=", 2);
        if (parts.length < 2 || parts[0].isEmpty()) {
          throw new IllegalArgumentException("--tag is " + each + ", no TAG=FILTER");
        }
        filters.add(TagFilterText.parse(parts[0], parts[1]));
      }
      long from = QueryTime.millis(start, now, ZoneOffset.UTC);
      long to = QueryTime.lastMillis(end, now, ZoneOffset.UTC);
      return new RangeQuery(metric, from, to, filters);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
