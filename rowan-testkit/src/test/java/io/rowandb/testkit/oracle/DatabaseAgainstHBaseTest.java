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
  /** In full for 300,000 operations, and some for histories that HBase ends early. */
  private static final int HISTORIES = Boolean.getBoolean("rowan.full") ? 310 : 60;

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
    // A batch in which HBase fails ends its history.
    assertThat(tally.operations()).isGreaterThan(count * Comparison.length(OPERATIONS) * 9 / 10);
    assertThat(tally.cells()).isPositive();
  }

  /** Runs the history of a seed in a directory of its own. */
  static Tally compare(long seed, Path directory) throws IOException {
    FileSystem files = seed % 4 == 0 ? new LocalFileSystem() : new MemoryFileSystem();
    return comparison(files, Files.createDirectories(directory.resolve("seed-" + seed)))
        .run(History.of(seed, Comparison.length(OPERATIONS), Scope.REGION));
  }

  static Comparison comparison(FileSystem files, Path directory) {
    String source =
        "DatabaseAgainstHBaseTest.comparison(new %s.%s(), directory).run(history)"
            .formatted(files.getClass().getPackageName(), files.getClass().getSimpleName());
    return Comparison.withRegion(
        source,
        (table, clock, place) ->
            new DatabaseRegionDriver(table, clock, files, place, DatabaseRegionDriver.Door.REGION),
        directory);
  }
}
