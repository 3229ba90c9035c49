package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scan as after a major compaction shows what a scan after one shows. */
@Tag("slow")
class CompactedScanTest {
  private static final int HISTORIES = 200;
  private static final int OPERATIONS = 60;
  private static final int[] MARKERS = {
    CellType.DELETE, CellType.DELETE_COLUMN, CellType.DELETE_FAMILY, CellType.DELETE_FAMILY_VERSION
  };

  private final ManualClock clock = new ManualClock();

  @ParameterizedTest
  @CsvSource({
    "1, FALSE, false",
    "2, FALSE, false",
    "2, TRUE, false",
    "2, TTL, false",
    "2, FALSE, true"
  })
  void showsWhatACompactionWouldLeave(String versions, String keepDeleted, String newBehavior)
      throws IOException {
    for (long seed = 1; seed <= HISTORIES; seed++) {
      clock.set(1_000);
      try (Database database = Database.open(serial(new MemoryFileSystem(), clock).build())) {
        database.createTable(
            table(
                TABLE,
                family(
                    "f",
                    "VERSIONS",
                    versions,
                    "KEEP_DELETED_CELLS",
                    keepDeleted,
                    "NEW_VERSION_BEHAVIOR",
                    newBehavior)),
            List.of());
        Random random = new Random(seed);
        play(database, random);
        database.upkeep().flushAlone(TABLE);
        playOnce(database, random);
        Region region = region(database, "r");
        List<List<String>> before = new ArrayList<>();
        for (ScanSpec spec : specs()) {
          try (RegionScanner scanner = region.scan(spec);
              RegionScanner compacted = scanner.afterMajorCompaction(null)) {
            assertThat(compacted.readPoint()).isEqualTo(scanner.readPoint());
            before.add(drain(compacted));
          }
        }
        database.upkeep().flushAlone(TABLE);
        database.compact(TABLE, null, true);
        List<List<String>> after = new ArrayList<>();
        for (ScanSpec spec : specs()) {
          try (RegionScanner scanner = region.scan(spec)) {
            after.add(drain(scanner));
          }
        }
        assertThat(before).as("seed %d", seed).isEqualTo(after);
      }
    }
  }

  private static List<ScanSpec> specs() {
    return List.of(
        ScanSpec.builder().maxVersions(3).build(),
        ScanSpec.builder().reversed(true).maxVersions(3).build(),
        ScanSpec.builder().timeRange(2, 5).build(),
        ScanSpec.get(bytes("r1")).maxVersions(3).build(),
        ScanSpec.builder()
            .startRow(bytes("r1"), false)
            .family(bytes("f"), new byte[][] {bytes("b")})
            .build());
  }

  /**
   * Writes and flushes. No flush is to lead to a compaction of some files: that alone may change
   * answers.
   */
  private static void play(Database database, Random random) throws IOException {
    for (int i = 0; i < OPERATIONS; i++) {
      String row = "r" + random.nextInt(3);
      switch (random.nextInt(8)) {
        case 0 -> database.upkeep().flushAlone(TABLE);
        case 1, 2 -> mark(database, random, row, random.nextBoolean() ? "a" : "b");
        default -> put(database, random, row, random.nextBoolean() ? "a" : "b", i);
      }
    }
  }

  /**
   * At most one put of each column, which stay in the memstore: of several a flush would drop those
   * beyond VERSIONS, and a compaction not, if an older marker hides one of those that were kept.
   */
  private static void playOnce(Database database, Random random) throws IOException {
    for (String row : List.of("r0", "r1", "r2")) {
      for (String qualifier : List.of("a", "b")) {
        if (random.nextBoolean()) {
          mark(database, random, row, qualifier);
        }
        if (random.nextBoolean()) {
          put(database, random, row, qualifier, OPERATIONS);
        }
      }
    }
  }

  private static void mark(Database database, Random random, String row, String qualifier)
      throws IOException {
    int marker = MARKERS[random.nextInt(MARKERS.length)];
    boolean ofFamily = marker == CellType.DELETE_FAMILY || marker == CellType.DELETE_FAMILY_VERSION;
    region(database, row)
        .write(delete(marker, time(random), row, "f:" + (ofFamily ? "" : qualifier)));
  }

  private static void put(Database database, Random random, String row, String qualifier, int value)
      throws IOException {
    region(database, row).write(putAt(time(random), row, "f:" + qualifier + "=" + value));
  }

  private static long time(Random random) {
    return 1L + random.nextInt(6);
  }
}
