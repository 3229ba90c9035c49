package io.rowandb.cli.tsdb;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.FatalEnd;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.StandardOutput;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.server.TsdbServer;
import io.rowandb.tsdb.server.TsdbServerSettings;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
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
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "localhost",
      description = {
        "Name or address to listen at; ${DEFAULT-VALUE} if not given. 0.0.0.0 is every address"
            + " of this machine: anyone who can reach it can read all of it and write."
      })
  private String host;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "4242",
      description = "Port to listen at; ${DEFAULT-VALUE} if not given, 0 for any free one.")
  private int port;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "One more name by which clients may ask for it; may be repeated.")
  private List<String> names = List.of();

  @Option(
      names = "--cors",
      paramLabel = "SITE",
      description = {
        "A site whose pages may ask it, such as http://grafana:3000, or * for all; may be repeated."
      })
  private List<String> sites = List.of();

  @Mixin private TsdbTablesOption table;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.configure(verbose.given());
    TsdbServerSettings settings = settings();
    TsdbTables tables = table.tables();
    PointKeyLayout layout = table.layout();
    try (StopSignal signal = StopSignal.listen()) {
      serve(settings, tables, layout, signal);
      println("Stopped; the store is closed.");
      return 0;
    }
  }

  private TsdbServerSettings settings() {
    if (port < 0 || port > MAX_PORT) {
      throw refused(
          "--port " + port + " is not a port: 1 to " + MAX_PORT + ", or 0 for any free one");
    }
    try {
      InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw refused("--host " + host + " is no name or address that this machine knows");
    }
    if (sites.size() > 1 && sites.contains("*")) {
      throw refused("--cors: all sites (*) or certain ones, but not both");
    }
    return TsdbServerSettings.LOCAL
        .at(host, port)
        .withNames(Set.copyOf(names))
        .withSites(Set.copyOf(sites));
  }

  private void serve(
      TsdbServerSettings settings, TsdbTables tables, PointKeyLayout layout, StopSignal signal)
      throws IOException, InterruptedException {
    try (Connection connection = store.connect(create)) {
      if (create.given()) {
        TimeSeries.open(connection, tables, layout);
      }
      try (TsdbServer server = TsdbServer.start(connection, tables, layout, settings)) {
        String at = store.describe(); // now, as the directory of a lost store may be gone
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        println("Serving %s at http://%s:%d".formatted(at, name, server.address().getPort()));
        println("Stop with Ctrl-C, or: kill " + ProcessHandle.current().pid());
        if (StandardOutput.ofProcess().loss().isPresent()) {
          return; // nobody was told where it serves; CommandRunner says so
        }
        while (!signal.await(Duration.ofSeconds(1))) {
          if (connection.isAborted()) {
            throw FatalEnd.now("the store at " + at + " is lost to another process", null);
          }
        }
      }
    }
  }

  private void println(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
