package io.rowandb.gateway;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./rowan thrift}. */
@Command(
    name = "thrift",
    mixinStandardHelpOptions = true,
    description = {
      "Serves a store over Thrift, with HBase's Thrift gateway: version 1 of its interface, which"
          + " HappyBase speaks, or with --v2 version 2.",
      "The store is a directory, rowan-data if no PATH is given, or mem:name for one in memory.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:it failed: the port or the store is in use, or the store is damaged",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the store is closed"
    })
final class ThriftCommand extends GatewayCommand {
  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "9090",
      description = "Port to listen at; ${DEFAULT-VALUE} if not given, 0 for any free one.")
  private int port;

  @Option(names = "--v2", description = "Speaks version 2 of HBase's Thrift interface.")
  private boolean v2;

  @Option(names = "--framed", description = "Expects framed transport instead of buffered.")
  private boolean framed;

  @Option(names = "--compact", description = "Speaks the compact protocol instead of the binary.")
  private boolean compact;

  @Override
  int port() {
    return port;
  }

  @Override
  Gateway start(Configuration conf, String host, int port) throws IOException {
    conf.setBoolean("hbase.regionserver.thrift.framed", framed);
    conf.setBoolean("hbase.regionserver.thrift.compact", compact);
    return ThriftGateway.start(conf, host, port, v2);
  }
}
