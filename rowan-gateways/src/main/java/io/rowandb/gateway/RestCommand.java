package io.rowandb.gateway;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./rowan rest}. */
@Command(
    name = "rest",
    mixinStandardHelpOptions = true,
    description = {
      "Serves a store over HTTP, with HBase's REST gateway: its paths, and its JSON, XML and"
          + " protobuf.",
      "The store is a directory, rowan-data if no PATH is given, or mem:name for one in memory.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:it failed: the port or the store is in use, or the store is damaged",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the store is closed"
    })
final class RestCommand extends GatewayCommand {
  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Port to listen at; ${DEFAULT-VALUE} if not given, 0 for any free one.")
  private int port;

  @Option(names = "--read-only", description = "Answers GET requests alone.")
  private boolean readOnly;

  @Override
  int port() {
    return port;
  }

  @Override
  Gateway start(Configuration conf, String host, int port) throws IOException {
    return RestGateway.start(conf, host, port, readOnly);
  }
}
