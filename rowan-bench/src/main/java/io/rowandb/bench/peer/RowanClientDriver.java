package io.rowandb.bench.peer;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Rowan through HBase's client interfaces: one line of configuration chooses the door. */
final class RowanClientDriver {
  private RowanClientDriver() {}

  static Driver fast(DriverOptions options) throws IOException {
    return open(Rowan.configuration(options.directory().toString()), options);
  }

  static Driver complete(DriverOptions options) throws IOException {
    Configuration conf = Rowan.configuration(options.directory().toString());
    return open(CompleteDoor.configure(conf), options);
  }

  private static Driver open(Configuration conf, DriverOptions options) throws IOException {
    Path data = options.directory().resolve("data").resolve("default");
    return new HBaseClientDriver(
        HBaseSettings.shared(conf, options),
        options.isNewStore(),
        data.resolve(DriverOptions.TABLE),
        RowanClientDriver::noServer,
        () -> workOf(conf));
  }

  /** Asks the database that the connection has open. */
  private static StoreWork workOf(Configuration conf) throws IOException {
    try (SharedStore store = SharedStore.acquire(conf)) {
      return RowanEngineDriver.workOf(store.database());
    }
  }

  /** Rowan has no server beside the connection that would have to be closed. */
  private static void noServer() {}
}
