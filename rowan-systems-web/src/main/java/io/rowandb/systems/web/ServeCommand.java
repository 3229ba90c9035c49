package io.rowandb.systems.web;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.FatalEnd;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.StandardOutput;
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

/** {@code ./rowan systems serve}. The store is open before it listens, and until it has ended. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Serves the worked systems of a store or a cluster over HTTP: pages for people, and below /api/"
          + " an API for programs.",
      "A store is a directory, or mem:name for one in memory.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:it failed: the port or the store is in use, or the store is damaged",
      "2:the command line is wrong",
      "3:it could not go on: memory ran out, or another process has taken the store",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the store is closed"
    })
final class ServeCommand implements Callable<Integer> {
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
      defaultValue = "8090",
      description = "Port to listen at; ${DEFAULT-VALUE} if not given, 0 for any free one.")
  private int port;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "One more name by which browsers may ask for it; may be repeated.")
  private List<String> names = List.of();

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.configure(verbose.given());
    check();
    try (StopSignal signal = StopSignal.listen()) {
      serve(signal);
      println("Stopped; the store is closed.");
      return 0;
    }
  }

  private void check() {
    if (port < 0 || port > MAX_PORT) {
      throw refused(
          "--port " + port + " is not a port: 1 to " + MAX_PORT + ", or 0 for any free one");
    }
    try {
      InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw refused("--host " + host + " is no name or address that this machine knows");
    }
  }

  private void serve(StopSignal signal) throws IOException, InterruptedException {
    ListenAddress address = new ListenAddress(host, port, Set.copyOf(names));
    try (Connection connection = store.connect(create);
        SystemsServer server = SystemsServer.start(connection, address, PluggedSystems.ALL)) {
      String at = store.describe(); // now, as the directory of a lost store may be gone
      println("Serving %s at http://%s:%d".formatted(at, address.urlHost(), server.port()));
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

  private void println(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
