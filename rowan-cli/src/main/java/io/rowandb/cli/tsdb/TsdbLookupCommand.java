package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.LookupAnswer;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.SeriesLookup;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb lookup}. */
@Command(
    name = "lookup",
    mixinStandardHelpOptions = true,
    description = {
      "Finds series by parts of their names: a line TSUID METRIC TAG=VALUE ... for each.",
      "Reads the keys of the metric's rows, or of all rows.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the series are printed",
      "1:there is no store, no table or no such name, or it takes too much",
      "2:the command line is wrong"
    })
final class TsdbLookupCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description = "Of which metric; of all without it.")
  private String metric;

  @Option(
      names = "--tag",
      paramLabel = "TAG",
      description =
          "KEY=VALUE, KEY= for any value or =VALUE for any key; again for another. Keys must all be there; of the values of one key, or of no key, one.")
  private List<String> tags = List.of();

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "25",
      description = "How many at most: ${DEFAULT-VALUE} unless given.")
  private int most;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    SeriesLookup lookup = lookup();
    try (Connection connection = store.connect()) {
      print(TimeSeries.openExisting(connection, tables, layout).lookup(lookup, ReadLimits.DEFAULT));
    }
    return 0;
  }

  private SeriesLookup lookup() {
    try {
      return new SeriesLookup(
          Optional.ofNullable(metric), tags.stream().map(SeriesLookup.Tag::parse).toList(), most);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void print(LookupAnswer answer) {
    PrintWriter out = spec.commandLine().getOut();
    for (LookupAnswer.Found each : answer.series()) {
      out.print(each.tsuid() + " " + each.series().metric());
      each.series().tags().forEach((key, value) -> out.print(" " + key + "=" + value));
      out.println();
    }
    if (answer.more()) {
      spec.commandLine().getErr().println("There are more; --most prints them.");
    }
    if (answer.nameless() > 0) {
      spec.commandLine()
          .getErr()
          .println(answer.nameless() + " series with UIDs that have no names are left out.");
    }
  }
}
