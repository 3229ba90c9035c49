package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the times in a memstore or file decide; each case is one that HBase's region decided. */
class SourcesInTimeTest {
  private final ManualClock clock = new ManualClock();
  private Database database;

  @BeforeEach
  void open() throws IOException {
    clock.set(20_000);
    database = Database.open(serial(new MemoryFileSystem(), clock).build());
    FamilyDescriptor mortal = family("f", "TTL", "5");
    FamilyDescriptor keeper = family("g", "VERSIONS", "2", "KEEP_DELETED_CELLS", "TRUE");
    FamilyDescriptor byWriting =
        family("h", "TTL", "5", "NEW_VERSION_BEHAVIOR", "true", "KEEP_DELETED_CELLS", "TTL");
    database.createTable(table(TABLE, mortal, keeper, byWriting), List.of());
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  @Test
  void showsARawScanWhatHasExpired() throws IOException {
    write(putAt(14_000, "r", "f:a=old"));
    assertThat(TestDatabase.scan(database)).isEmpty();
    assertThat(raw()).as("in the memstore").containsExactly("r/f:a@14000=old");
  }

  @Test
  void flushesWhatHasExpiredWhereSequencesDecide() throws IOException {
    // With NEW_VERSION_BEHAVIOR a flush drops nothing, a compaction does.
    write(putAt(14_000, "r", "h:a=old"));
    database.flush(TABLE);
    assertThat(raw()).containsExactly("r/h:a@14000=old");
    database.compact(TABLE, null, true);
    assertThat(raw()).isEmpty();
    assertThat(database.stats().storeFiles()).isZero();
  }

  @Test
  void dropsKeptMarkersThatNoPutIsOldEnoughFor() throws IOException {
    write(delete(CellType.DELETE_FAMILY, 900, "q", "g:"));
    write(putAt(1_000, "r", "g:a=1"));
    database.flush(TABLE);
    write(delete(CellType.DELETE_COLUMN, 950, "r", "g:a"));
    write(delete(CellType.DELETE_COLUMN, 1_500, "r", "g:b"));
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    assertThat(raw()).containsExactly("r/g:a@1000=1", "r/g:b@1500=");
  }

  @Test
  void keepsThoseMarkersInACompactionOfSomeFiles() throws IOException {
    write(putAt(1_000, "r", "g:a=1"));
    write(delete(CellType.DELETE_FAMILY, 900, "q", "g:"));
    database.flush(TABLE);
    assertThat(raw()).containsExactly("q/g:@900=", "r/g:a@1000=1");
  }

  @Test
  void countsAKeptMarkerFromWhereTheLastMarkerBeganAColumn() throws IOException {
    write(delete(CellType.DELETE_COLUMN, 20_000, "r", "h:s"));
    write(delete(CellType.DELETE_COLUMN, 11_000, "r", "h:q"));
    write(putAt(7_000, "z", "h:r=old"));
    write(putAt(22_000, "r", "h:p=1"));
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    assertThat(raw()).containsExactly("r/h:p@22000=1", "r/h:s@20000=");
  }

  private void write(RowMutation mutation) throws IOException {
    region(database, "r").write(mutation);
  }

  private List<String> raw() throws IOException {
    ScanSpec all = ScanSpec.builder().raw(true).maxVersions(9).build();
    try (RegionScanner scanner = region(database, "r").scan(all)) {
      return drain(scanner);
    }
  }
}
