package io.rowandb.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.load.Calls.Call;
import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that loads is killed at random moments: each load is whole or not there. */
@Tag("slow")
class KilledLoadTest {
  private static final int KILLS = 12;
  private static final int LONGEST_MILLIS = 5_000;

  @TempDir private Path directory;

  @Test
  void eachLoadIsWholeOrNotThere() throws IOException, InterruptedException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      Process process = start();
      process.waitFor(random.nextInt(LONGEST_MILLIS), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      check("seed " + seed + ", kill " + kill);
    }
    try (Connection connection = connect()) {
      LoadingProcess.load(connection, directory.resolve("work"));
    }
    assertThat(check("at the end")).isEqualTo(2);
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            LoadingProcess.class.getName(),
            directory.resolve("store").toString(),
            directory.resolve("work").toString())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("output").toFile())
        .start();
  }

  private Connection connect() throws IOException {
    return ConnectionFactory.createConnection(
        Rowan.configuration(directory.resolve("store").toString()));
  }

  /** How many loads are there. */
  private int check(String when) throws IOException {
    try (Connection connection = connect();
        RecordTable<Call> table = RecordTable.openOrCreate(connection, Calls.marked("calls"))) {
      int loads =
          RecordBulkLoad.into(connection, Calls.marked("calls"), directory.resolve("work"))
              .loaded()
              .size();
      List<Call> found = table.all().allowFullScan().list();
      assertThat(found).as(when).hasSize(loads * LoadingProcess.CALLS_OF_A_DAY);
      assertThat(new HashSet<>(found))
          .as(when)
          .isEqualTo(new HashSet<>(Calls.calls(0, loads * LoadingProcess.CALLS_OF_A_DAY)));
      table
          .verifyIndexes(List.of("ticket", "callee", "tower"))
          .forEach(
              (index, report) ->
                  assertThat(report.missing() + report.stale() + report.conflicts())
                      .as(when + ", " + index + ": " + report)
                      .isZero());
      return loads;
    }
  }
}
