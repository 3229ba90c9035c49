package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of 1,000 regions costs little: what its opening takes is printed. */
@Tag("slow")
class ManyRegionsTest {
  private static final int REGIONS = 1000;
  private static final int OPENINGS = 5;

  /** What one chunk of a memstore takes. */
  private static final long CHUNK_BYTES = 2 << 20;

  /** On a machine that has much else to do, what is printed is what counts. */
  private static final long LIMIT_MILLIS = Boolean.getBoolean("rowan.times.strict") ? 999 : 30_000;

  @TempDir private Path directory;

  private DatabaseOptions options() {
    return DatabaseOptions.builder(directory).checkedOnClose(false).build();
  }

  private static String row(int i) {
    return "r" + (10_000 + i);
  }

  @Test
  void aTableOfAThousandRegionsOpensAndTheIdleOnesHaveNoMemory() throws IOException {
    List<byte[]> splits = new ArrayList<>();
    for (int i = 1; i < REGIONS; i++) {
      splits.add(bytes(row(i)));
    }
    try (Database database = Database.open(options())) {
      database.createTable(table(TABLE, family("f")), splits);
      for (int i = 0; i < REGIONS; i++) {
        region(database, row(i)).write(putAt(1, row(i), "f:q=v"));
        database.upkeep().flushRegion(region(database, row(i)).info().encodedName());
      }
    }
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < OPENINGS; i++) {
      try (Database database = Database.open(options())) {
        fastest = Math.min(fastest, database.stats().openMillis());
      }
    }
    long heapBefore = usedHeap();
    try (Database database = Database.open(options())) {
      assertThat(database.table(TABLE).regions()).hasSize(REGIONS);
      long heap = usedHeap() - heapBefore;
      System.out.printf(
          "table of %,d regions with a file each: opens in %,d ms, %,d KB of heap a region%n",
          REGIONS, fastest, heap / REGIONS / 1024);
      assertThat(database.stats().memStoreBytes()).isZero();
      region(database, row(7)).write(putAt(2, row(7), "f:q=w"));
      assertThat(database.stats().memStoreBytes()).isBetween(1L, 2 * CHUNK_BYTES);
      assertThat(scan(database)).hasSize(REGIONS).contains(row(7) + "/f:q@2=w");
      assertThat(heap).isLessThan(REGIONS * CHUNK_BYTES / 20);
      assertThat(fastest).as("milliseconds").isLessThanOrEqualTo(LIMIT_MILLIS);
    }
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
