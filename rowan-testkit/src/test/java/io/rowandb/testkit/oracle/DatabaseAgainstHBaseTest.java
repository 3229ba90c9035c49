package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole database behind HBase's client interfaces gives HBase's answers on random histories;
 * {@link Comparison} names the settings. Every fourth history is on real files.
 */
@Tag("slow")
class DatabaseAgainstHBaseTest {
  private static final int HISTORIES = 300;
  private static final int OPERATIONS = 1000;
  private static final int THREADS = 2;

  @TempDir Path directory;

  @Test
  void givesHBasesAnswers() throws InterruptedException {
    long count = Comparison.count(HISTORIES);
    Tally tally =
        new Campaign(
                "Database against HBase's region",
                Comparison.firstSeed(),
                count,
                () -> true,
                seed -> compare(seed, directory))
            .run(THREADS);
    assertThat(tally.operations()).isEqualTo(count * Comparison.length(OPERATIONS));
    assertThat(tally.cells()).isPositive();
  }

  /** Runs the history of a seed in a directory of its own. */
  static Tally compare(long seed, Path directory) throws IOException {
    FileSystem files = seed % 4 == 0 ? new LocalFileSystem() : new MemoryFileSystem();
    Comparison comparison =
        Comparison.withRegion(
            (table, clock, place) ->
                new DatabaseRegionDriver(
                    table, clock, files, place, DatabaseRegionDriver.Door.REGION),
            Files.createDirectories(directory.resolve("seed-" + seed)));
    return comparison.run(History.of(seed, Comparison.length(OPERATIONS), Scope.REGION));
  }
}
