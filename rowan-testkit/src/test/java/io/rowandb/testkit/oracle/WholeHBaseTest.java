package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.MemoryFileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both doors of Rowan give the answers of a whole HBase, asked through its own client: every other
 * history goes through the complete door.
 */
@Tag("slow")
class WholeHBaseTest {
  private static final int HISTORIES = Boolean.getBoolean("rowan.full") ? 12 : 4;
  private static final int OPERATIONS = 1000;

  private static final AtomicInteger RUNS = new AtomicInteger();

  @TempDir Path directory;

  @Test
  void givesHBasesAnswers() throws Exception {
    long count = Comparison.count(HISTORIES);
    Path place = Files.createDirectories(directory.resolve("hbase"));
    try (WholeHBase hbase = new WholeHBase(place)) {
      Tally tally =
          new Campaign(
                  "Both doors against a whole HBase",
                  Comparison.firstSeed(),
                  count,
                  () -> true,
                  seed -> compare(seed, hbase, directory))
              .run(1);
      // A request in which HBase's server fails ends its history.
      assertThat(tally.operations()).isGreaterThan(count * Comparison.length(OPERATIONS) / 3);
      assertThat(tally.cells()).isPositive();
    }
  }

  /** Runs the history of a seed in a directory of its own. */
  static Tally compare(long seed, WholeHBase hbase, Path directory) throws java.io.IOException {
    DatabaseRegionDriver.Door door =
        seed % 2 == 0 ? DatabaseRegionDriver.Door.FAST : DatabaseRegionDriver.Door.COMPLETE;
    return comparison(hbase, door, Files.createDirectories(directory.resolve("seed-" + seed)))
        .run(History.of(seed, Comparison.length(OPERATIONS), Scope.CLIENT));
  }

  /** Runs one history on an HBase of its own: for the test that a failing one becomes. */
  static void run(History history, DatabaseRegionDriver.Door door, Path directory)
      throws Exception {
    try (WholeHBase hbase = new WholeHBase(Files.createDirectories(directory.resolve("hbase")))) {
      comparison(hbase, door, directory).run(history);
    }
  }

  private static Comparison comparison(
      WholeHBase hbase, DatabaseRegionDriver.Door door, Path directory) {
    return Comparison.withClient(
        "WholeHBaseTest.run(history, DatabaseRegionDriver.Door." + door + ", directory)",
        (table, clock, ignored) -> hbase.open(table, clock, RUNS.incrementAndGet()),
        (table, clock, place) ->
            new DatabaseRegionDriver(table, clock, new MemoryFileSystem(), place, door),
        directory);
  }
}
