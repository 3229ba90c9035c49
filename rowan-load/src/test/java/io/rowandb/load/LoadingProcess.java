package io.rowandb.load;

import io.rowandb.client.Rowan;
import io.rowandb.load.Calls.Call;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Loads two days of calls, and is killed meanwhile: the main class of a process of its own. */
final class LoadingProcess {
  static final int CALLS_OF_A_DAY = 20_000;

  private LoadingProcess() {}

  /**
   * Loads.
   *
   * @param arguments the store, the working directory
   */
  public static void main(String[] arguments) throws IOException {
    try (Connection connection =
        ConnectionFactory.createConnection(Rowan.configuration(arguments[0]))) {
      load(connection, Path.of(arguments[1]));
    }
  }

  /** Both days; those that are loaded are passed over. */
  static void load(Connection connection, Path work) throws IOException {
    RecordBulkLoad<Call> load =
        RecordBulkLoad.into(connection, Calls.marked("calls"), work).memory(16 << 20);
    for (int day = 0; day < 2; day++) {
      int from = day * CALLS_OF_A_DAY;
      Iterable<Call> calls =
          () -> IntStream.range(from, from + CALLS_OF_A_DAY).mapToObj(Calls::call).iterator();
      load.load(RecordSource.of("day " + day, calls));
    }
  }
}
