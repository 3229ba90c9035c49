package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.FormatConversion;
import io.rowandb.tsdb.store.FormatConversion.Converted;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RowCompaction;
import io.rowandb.tsdb.store.TableFormat;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb convert}. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    description = {
      "Makes all rows of the table packed, each hour's points in one small column, or makes them OpenTSDB's columns again. Programs may read and write meanwhile. If it is stopped, begin it again. OpenTSDB does not read packed columns: it finds none of their points.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the table has the format; rows that were too young are packed by a later convert",
      "1:there is no store or no table, it has a format that is not known, a row cannot be read, or",
      "  one is packed yet that should not be",
      "2:the command line is wrong"
    })
final class TsdbConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FORMAT",
      description = "packed, or opentsdb for the columns that OpenTSDB writes.")
  private String to;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    boolean packs = isPacked();
    try (Connection connection = store.connect()) {
      TimeSeries series = TimeSeries.openExisting(connection, tables, layout);
      PointStoreOptions options = series.store().options(); // where the points were moved to
      FormatConversion conversion = new FormatConversion(connection, options, Clock.systemUTC());
      Converted converted = packs ? conversion.pack() : conversion.unpack();
      TableName points = options.tables().data();
      TableFormat format = TableFormat.of(connection, points);
      print(converted, points + " is " + format.name().toLowerCase(Locale.ROOT));
      return converted.isComplete() ? 0 : 1;
    }
  }

  private boolean isPacked() {
    return switch (to) {
      case "packed" -> true;
      case "opentsdb" -> false;
      default ->
          throw new ParameterException(
              spec.commandLine(), "--to is packed or opentsdb, not '" + to + "'");
    };
  }

  private void print(Converted converted, String state) {
    spec.commandLine()
        .getOut()
        .println(
            "Converted "
                + Figures.counted(converted.rows(RowCompaction.DONE), "row")
                + "; "
                + state
                + ".");
    long waiting = converted.rows(RowCompaction.TOO_YOUNG) + converted.rows(RowCompaction.CHANGED);
    long large = converted.rows(RowCompaction.TOO_LARGE);
    if (waiting > 0) {
      left(waiting, "too young, or written meanwhile. Run it again later");
    }
    if (large > 0) {
      left(large, "too large for one column");
    }
    long own = converted.rows(RowCompaction.OWN_TIMES);
    if (own > 0) {
      left(own, "whose cells have the times of their points, not of their writes");
    }
    if (converted.damaged() > 0) {
      left(converted.damaged(), "that cannot be read: see tsdb fsck");
    }
  }

  private void left(long rows, String why) {
    spec.commandLine().getErr().println("Left " + Figures.counted(rows, "row") + ", " + why + ".");
  }
}
