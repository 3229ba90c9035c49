package io.rowandb.cli.tsdb;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.ListenOptions;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.kept.KeptUpkeep;
import io.rowandb.tsdb.server.TsdbServer;
import io.rowandb.tsdb.server.TsdbServerSettings;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan tsdb serve}. The store is open before it listens, and until it has ended. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Serves OpenTSDB's HTTP API and its telnet interface on one port, for collectors, Grafana and"
          + " browsers.",
      "A store is a directory, or mem:name for one in memory.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:it failed: there are no tables, the port or the store is in use, or the store is damaged",
      "2:the command line is wrong",
      "3:it could not go on: memory ran out, or another process has taken the store",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the store is closed"
    })
final class TsdbServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private ListenOptions listen;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "4242",
      description = "Port to listen at; ${DEFAULT-VALUE} if not given, 0 for any free one.")
  private int port;

  @Option(
      names = "--cors",
      paramLabel = "SITE",
      description =
          "A site whose pages may ask it, such as http://grafana:3000, or * for all; may be repeated.")
  private List<String> sites = List.of();

  @Option(
      names = "--rollups",
      description =
          "Takes rollups and pre-aggregates too, in tables of their own, and answers from them, as OpenTSDB with tsd.rollups.enable.")
  private boolean rollups;

  @Option(
      names = "--allow-delete",
      description =
          "Questions may remove the points that they ask for, by delete or DELETE, as in OpenTSDB with tsd.http.query.allow_delete.")
  private boolean allowDelete;

  @Mixin private MetaOption meta;

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.configure(verbose.given());
    System.setProperty("java.awt.headless", "true"); // graphs are drawn into memory, on no screen
    TsdbServerSettings settings = settings();
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    MetaOption.Upkeep written = meta.upkeep();
    try (StopSignal signal = StopSignal.listen()) {
      serve(settings, tables, layout, written, signal);
      listen.sayStopped();
      return 0;
    }
  }

  private TsdbServerSettings settings() {
    listen.check(port);
    if (sites.size() > 1 && sites.contains("*")) {
      throw refused("--cors: all sites (*) or certain ones, but not both");
    }
    return TsdbServerSettings.LOCAL
        .at(listen.host(), port)
        .withNames(listen.names())
        .withSites(Set.copyOf(sites))
        .withDelete(allowDelete);
  }

  private void serve(
      TsdbServerSettings settings,
      TsdbTables tables,
      PointKeyLayout layout,
      MetaOption.Upkeep written,
      StopSignal signal)
      throws IOException, InterruptedException {
    try (Connection connection = store.connect(create)) {
      TimeSeries points =
          written.with(
              create.given()
                  ? TimeSeries.open(connection, tables, layout)
                  : TimeSeries.openExisting(connection, tables, layout));
      TimeSeries series = rollups ? points.withRollups(RollupTables.of(tables)) : points;
      String at = store.describe();
      Optional<KeptUpkeep> upkeep = upkeep(series);
      try (TsdbServer server = TsdbServer.start(series, settings)) {
        listen.serve(connection, at, server.address().getPort(), signal);
      } finally {
        upkeep.ifPresent(KeptUpkeep::close);
      }
    }
  }

  private static Optional<KeptUpkeep> upkeep(TimeSeries series) {
    return series
        .kept()
        .map(kept -> KeptUpkeep.start(kept, Clock.systemUTC(), Duration.ofMinutes(1)));
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
