package io.rowandb.cli.tsdb;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemLoad;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb import}. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Writes points into OpenTSDB's tables, which are made if needed; names that are new get UIDs.",
      "The same point twice is one: an import that was stopped is begun again.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all points are there",
      "1:there is no store, or a line is wrong; the points before it may be there",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; some points are there"
    })
final class TsdbImportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private TsdbTablesOption table;

  @Mixin private PointSource source;

  @Mixin private MetaOption meta;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    MetaOption.Upkeep upkeep = meta.upkeep();
    source.check();
    AtomicReference<TimeSeries> series = new AtomicReference<>(); // from before a point is read
    new SystemLoad<>(
            "point",
            source.describe(),
            () -> source.points(point -> series.get().check(point.series())))
        .run(
            store,
            create,
            (connection, points) -> {
              series.set(upkeep.with(TimeSeries.open(connection, tables, layout)));
              return series.get().load(points);
            },
            spec.commandLine().getOut());
    return 0;
  }
}
