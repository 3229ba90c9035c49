package io.rowandb.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** HBase in one process: its servers on local files, and its own client over its RPC. */
final class HBaseDriver {
  private HBaseDriver() {}

  static Driver open(DriverOptions options) throws IOException {
    boolean newStore = options.isNewStore();
    Files.createDirectories(options.directory());
    Configuration conf = HBaseSettings.server(options);
    Path data =
        Path.of(options.directory().toAbsolutePath().toString(), "hbase", "data", "default")
            .resolve(DriverOptions.TABLE);
    try {
      return new HBaseClientDriver(conf, newStore, data, HBaseCluster.start(conf), () -> null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while HBase starts", e);
    }
  }
}
