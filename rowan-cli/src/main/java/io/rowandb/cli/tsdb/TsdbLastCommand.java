package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.query.QueryTime;
import io.rowandb.tsdb.store.LastPoint;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.text.PointLine;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb last}. */
@Command(
    name = "last",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the newest point of each series of a metric, or of series by their TSUIDs: a line METRIC TIME VALUE TAG=VALUE ... for each.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the points are printed",
      "1:there is no store, no table or no such name, or it takes too much",
      "2:the command line is wrong"
    })
final class TsdbLastCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(names = "--metric", paramLabel = "METRIC", description = "Of which metric.")
  private String metric;

  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      description = "Of series that have it; again for another.")
  private List<String> tags = List.of();

  @Option(
      names = "--tsuid",
      paramLabel = "TSUID",
      description = "Of this series, as lookup prints it; again for another.")
  private List<String> tsuids = List.of();

  @Option(
      names = "--hours",
      paramLabel = "N",
      defaultValue = "24",
      description = "How many hours to look back: ${DEFAULT-VALUE} unless given.")
  private int hours;

  @Option(
      names = "--end",
      paramLabel = "TIME",
      defaultValue = "now",
      description = "The last time: ${DEFAULT-VALUE} unless given; in UTC.")
  private String end;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    if ((metric == null) == tsuids.isEmpty()) {
      throw wrong("give --metric, or --tsuid, and not both");
    }
    if (hours < 0) {
      throw wrong("--hours is " + hours + ", not 0 or more");
    }
    Map<String, String> wanted = tags();
    long until = until();
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      List<LastPoint> last =
          metric == null
              ? series.last(tsuids, until, hours, ReadLimits.DEFAULT)
              : series.last(metric, wanted, until, hours, ReadLimits.DEFAULT);
      last.forEach(each -> spec.commandLine().getOut().println(PointLine.format(each.point())));
    }
    return 0;
  }

  private Map<String, String> tags() {
    if (metric == null && !tags.isEmpty()) {
      throw wrong("--tag goes with --metric");
    }
    Map<String, String> all = new TreeMap<>();
    for (String each : tags) {
      String[] parts = each.split("=", -1);
      if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
        throw wrong("--tag is " + each + ", no KEY=VALUE");
      }
      all.put(parts[0], parts[1]);
    }
    return all;
  }

  private long until() {
    try {
      return QueryTime.lastMillis(end, Instant.now(), ZoneOffset.UTC);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
