package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.query.QueryTime;
import io.rowandb.tsdb.query.RolledQueries;
import io.rowandb.tsdb.rollup.RollupLevel;
import io.rowandb.tsdb.rollup.Rollups;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.ReadPlan;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.text.PointLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb query}. */
@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description = {
      "Answers questions about points: a line METRIC TIME VALUE TAG=VALUE ... for each number.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store, no table, no such name, or the question takes too much",
      "2:the command line is wrong"
    })
final class TsdbQueryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = {"-m", "--query"},
      required = true,
      paramLabel = "QUESTION",
      description =
          "As OpenTSDB's parameter m, again for another: AGGREGATOR:[INTERVAL-AGGREGATOR[-FILL]:][rate:]METRIC[{TAG=FILTER,...}] such as 'sum:1m-avg:sys.cpu{host=*}'. A filter makes groups; one in second braces does not.")
  private List<String> questions;

  @Option(
      names = "--start",
      required = true,
      paramLabel = "TIME",
      description =
          "The first time: 1h-ago, seconds or milliseconds since 1970, 2011/07/03-10:00:00 or 2011-07-03T10:00:00Z.")
  private String start;

  @Option(
      names = "--end",
      paramLabel = "TIME",
      defaultValue = "now",
      description = "The last time: ${DEFAULT-VALUE} unless given.")
  private String end;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description = "Of dates, and of the calendar: ${DEFAULT-VALUE} unless given.")
  private String zone;

  @Option(
      names = "--rollups",
      paramLabel = "INTERVAL",
      description =
          "Answers from the rollups of this interval as far as they are whole, and from points for newer hours, when downsampling asks for sum, count, min, max or avg of whole intervals.")
  private String rollups;

  @Option(
      names = "--sketches",
      description =
          "Estimates percentiles of intervals, as 1h-p99 asks for, from the sketches of rollups that are kept, within 1 %% of the numbers; without it all points are read.")
  private boolean sketches;

  @Option(
      names = "--explain",
      description =
          "Says in place of the answer how the rows are found, and why: by the index of tags, or by passing over all rows of the hours.")
  private boolean explain;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    List<MetricQuery> queries = queries();
    if (explain && rollups != null) {
      throw new ParameterException(
          spec.commandLine(), "--explain is about points, and does not go with --rollups");
    }
    if (sketches && (explain || rollups != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "--sketches is about rollups that are kept, and does not go with "
              + (explain ? "--explain" : "--rollups"));
    }
    if (rollups != null) {
      TsdbRollupCommand.level(spec, tables, rollups); // refuses it before anything is opened
    }
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      if (explain) {
        for (MetricQuery each : queries) {
          spec.commandLine().getOut().println(text(series.explain(each, ReadLimits.DEFAULT)));
        }
        return 0;
      }
      TsdbTables now = series.store().options().tables();
      Optional<RollupLevel> level =
          Optional.ofNullable(rollups).map(each -> TsdbRollupCommand.level(spec, now, each));
      for (MetricQuery each : queries) {
        answer(connection, series, level, each).forEach(this::print);
      }
    }
    return 0;
  }

  private static String text(ReadPlan way) {
    StringBuilder text = new StringBuilder();
    text.append(way.byIndex() ? "By the index of tags: " : "By passing over all rows: ");
    text.append(way.reason()).append('.');
    if (way.rows() >= 0) {
      text.append(" All series have ")
          .append(Figures.counted(way.rows(), "row"))
          .append(" at most.");
    }
    if (way.series() >= 0) {
      text.append(" Chosen are ").append(Figures.count(way.series())).append(" series with ");
      text.append(Figures.counted(way.seeks(), "row")).append(" at most.");
    }
    return text.toString();
  }

  private List<GroupAnswer> answer(
      Connection connection, TimeSeries series, Optional<RollupLevel> level, MetricQuery query)
      throws IOException {
    if (level.isEmpty()) {
      return sketches
          ? series.estimate(query, ReadLimits.DEFAULT)
          : series.ask(query, ReadLimits.DEFAULT);
    }
    Rollups rolled = new Rollups(connection, series.store().options(), series.uids(), level.get());
    return new RolledQueries(series.store(), rolled).answer(query, ReadLimits.DEFAULT);
  }

  private List<MetricQuery> queries() {
    try {
      Instant now = Instant.now();
      ZoneId where = ZoneId.of(zone);
      Range asked =
          new Range(QueryTime.millis(start, now, where), QueryTime.lastMillis(end, now, where));
      List<MetricQuery> queries = new ArrayList<>();
      for (String each : questions) {
        queries.add(MetricQueryText.parse(each, asked, where));
      }
      return queries;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (DateTimeException e) {
      throw new ParameterException(
          spec.commandLine(), "--zone is " + zone + ", no zone as UTC or Asia/Shanghai", e);
    }
  }

  private void print(GroupAnswer answer) {
    PrintWriter out = spec.commandLine().getOut();
    String tags =
        answer.tags().entrySet().stream()
            .map(tag -> " " + tag.getKey() + "=" + tag.getValue())
            .collect(Collectors.joining());
    Samples numbers = answer.numbers();
    for (int i = 0; i < numbers.size(); i++) {
      out.print(answer.metric() + " " + PointLine.time(numbers.timeMillis(i)) + " ");
      if (numbers.isInteger(i)) {
        out.print(numbers.longValue(i));
      } else {
        out.print(numbers.doubleValue(i));
      }
      out.println(tags);
    }
  }
}
