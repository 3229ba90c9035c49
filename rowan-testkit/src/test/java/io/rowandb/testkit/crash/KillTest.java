package io.rowandb.testkit.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A loader killed with SIGKILL twenty times at random moments while it splits and merges regions
 * loses no acknowledged row, and shows no half row and none twice.
 */
class KillTest {
  private static final int KILLS = Integer.getInteger("rowan.kills", 20);

  /**
   * A round is killed after this many acknowledgements at most: enough for about ten flushes and
   * some compactions, few enough that twenty rounds take a few minutes on a busy machine.
   */
  private static final int MAX_ACKNOWLEDGEMENTS = 16_000;

  @TempDir Path directory;

  private final Map<String, Long> acknowledged = new HashMap<>();
  private final Set<Long> regionIds = new HashSet<>();

  @Test
  void killedLoaderLosesNothing() throws Exception {
    long seed = Long.getLong("rowan.seed", System.nanoTime());
    System.out.println("seed " + seed + " (repeat with -Drowan.seed=" + seed + ")");
    Random random = new Random(seed);
    Path store = directory.resolve("store");
    for (int round = 1; round <= KILLS; round++) {
      runAndKill(store, round, 1 + random.nextInt(MAX_ACKNOWLEDGEMENTS));
      verify(store, round);
    }
    assertThat(regionIds)
        .as("ids of regions: the table's first, and those of splits")
        .hasSizeGreaterThan(1);
  }

  /** Starts a loader and kills it as soon as it has acknowledged {@code limit} puts. */
  private void runAndKill(Path store, int round, int limit) throws Exception {
    Path errors = directory.resolve("errors-" + round + ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                KilledLoader.class.getName(),
                store.toString(),
                Integer.toString(round))
            .redirectError(errors.toFile())
            .start();
    int count = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(KilledLoader.ACKNOWLEDGED)) {
          note(line.substring(KilledLoader.ACKNOWLEDGED.length()));
          count++;
        }
        if (count == limit) {
          // Not by the Process itself: that would close the pipe with what is still in it.
          process.toHandle().destroyForcibly();
        }
      }
    }
    int exit = process.waitFor();
    assertThat(count)
        .as("round %d ended before its kill:%n%s", round, Files.readString(errors))
        .isGreaterThanOrEqualTo(limit);
    assertThat(exit).as("exit code of a process killed by signal 9").isEqualTo(128 + 9);
  }

  /** The last line may have been cut by the kill: then its put counts as not acknowledged. */
  private void note(String line) {
    int blank = line.indexOf(' ');
    if (blank > 0 && line.length() - blank - 1 >= Long.toString(KilledLoader.ROUND).length()) {
      acknowledged.merge(
          line.substring(0, blank), Long.parseLong(line.substring(blank + 1)), Math::max);
    }
  }

  private void verify(Path store, int round) throws IOException {
    Map<String, Long> missing = new HashMap<>(acknowledged);
    String last = "";
    try (Connection connection = KilledLoader.connect(store);
        Table table = connection.getTable(KilledLoader.TABLE);
        RegionLocator locator = connection.getRegionLocator(KilledLoader.TABLE);
        ResultScanner scanner = table.getScanner(new Scan())) {
      locator
          .getAllRegionLocations()
          .forEach(location -> regionIds.add(location.getRegion().getRegionId()));
      for (Result row : scanner) {
        String key = Bytes.toString(row.getRow());
        assertThat(key).as("row after %s in round %d", last, round).isGreaterThan(last);
        last = key;
        assertThat(row.size()).as("cells of row %s in round %d", key, round).isEqualTo(4);
        long number = number(row, KilledLoader.A, KilledLoader.N);
        assertThat(number(row, KilledLoader.A, KilledLoader.M))
            .as("a:m of %s", key)
            .isEqualTo(number);
        assertThat(number(row, KilledLoader.B, KilledLoader.N))
            .as("b:n of %s", key)
            .isEqualTo(number);
        assertThat(row.getValue(KilledLoader.B, KilledLoader.P))
            .as("b:p of %s", key)
            .isEqualTo(KilledLoader.payload(number));
        Long promised = missing.remove(key);
        if (promised != null) {
          assertThat(number).as("row %s in round %d", key, round).isGreaterThanOrEqualTo(promised);
        }
      }
    }
    assertThat(missing).as("acknowledged rows lost in round %d", round).isEmpty();
  }

  private static long number(Result row, byte[] family, byte[] qualifier) {
    return Long.parseLong(Bytes.toString(row.getValue(family, qualifier)));
  }
}
