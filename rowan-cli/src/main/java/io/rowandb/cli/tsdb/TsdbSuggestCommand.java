package io.rowandb.cli.tsdb;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb suggest}. */
@Command(
    name = "suggest",
    mixinStandardHelpOptions = true,
    description = {"Prints names that have UIDs, in their order, a line each.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the names are printed",
      "1:there is no store or no table, or it failed",
      "2:the command line is wrong"
    })
final class TsdbSuggestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private UidTypeOption type;

  @Option(
      names = "--prefix",
      paramLabel = "PREFIX",
      defaultValue = "",
      description = "What they begin with.")
  private String prefix;

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
    UidKind kind = type.kind();
    if (most < 1 || most > Uids.MAX_SUGGESTIONS) {
      throw new ParameterException(
          spec.commandLine(), "--most is " + most + ", not 1 to " + Uids.MAX_SUGGESTIONS);
    }
    try (Connection connection = store.connect()) {
      TimeSeries.openExisting(connection, tables, layout)
          .suggest(kind, prefix, most)
          .forEach(spec.commandLine().getOut()::println);
    }
    return 0;
  }
}
