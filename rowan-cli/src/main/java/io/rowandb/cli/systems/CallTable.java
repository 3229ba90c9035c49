package io.rowandb.cli.systems;

import io.rowandb.cli.ClusterOption;
import io.rowandb.cli.CreateOption;
import io.rowandb.cli.StorePath;
import io.rowandb.systems.calls.CallRecords;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** The table of call records, for commands that ask it and make none. */
final class CallTable {
  private CallTable() {}

  /** What is done with it. */
  interface Use {
    void with(CallRecords calls) throws IOException;
  }

  /**
   * Opens the table, uses it and closes it.
   *
   * @throws IOException when there is no store or no table, or when the use fails
   */
  static void use(StorePath store, ClusterOption cluster, Use use) throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(cluster.configuration(store, new CreateOption()));
        CallRecords calls = CallRecords.openExisting(connection)) {
      use.with(calls);
    }
  }
}
