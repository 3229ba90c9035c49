package io.rowandb.systems.web.program;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.ListenOptions;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.systems.web.ListenAddress;
import io.rowandb.systems.web.SystemsServer;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
  @Mixin private SystemStore store;

  @Mixin private CreateOption create;

  @Mixin private ListenOptions listen;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8090",
      description = "Port to listen at; ${DEFAULT-VALUE} if not given, 0 for any free one.")
  private int port;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.configure(verbose.given());
    listen.check(port);
    try (StopSignal signal = StopSignal.listen()) {
      serve(signal);
      listen.sayStopped();
      return 0;
    }
  }

  private void serve(StopSignal signal) throws IOException, InterruptedException {
    ListenAddress address = new ListenAddress(listen.host(), port, listen.names());
    try (Connection connection = store.connect(create);
        SystemsServer server = SystemsServer.start(connection, address, PluggedSystems.ALL)) {
      listen.serve(connection, store.describe(), server.port(), signal);
    }
  }
}
