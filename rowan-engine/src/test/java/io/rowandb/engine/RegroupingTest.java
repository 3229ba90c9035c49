package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Split, merge and truncation of regions: which rows are where, and which files. */
class RegroupingTest extends RegroupedTable {
  @Test
  void f80_f82_splitsAtTheMiddleOfTheLargestFileWithoutRewriting() throws IOException {
    write(0, ROWS, "v");
    database.flush(TABLE);
    long written = database.stats().fileBytesWritten();
    long bytes = database.stats().storeFileBytes();
    Region parent = regions().get(0);

    List<RegionInfo> daughters = database.splitRegion(name(0), null);

    assertThat(regions()).extracting(Region::info).isEqualTo(daughters);
    String middle = new String(daughters.get(1).range().startKey(), UTF_8);
    assertThat(middle).isBetween(row(ROWS / 2 - 20), row(ROWS / 2 + 20));
    assertThat(ranges()).containsExactly("[, " + middle + ")", "[" + middle + ", )");
    assertThat(daughters).allMatch(info -> info.id() > parent.info().id());
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    assertThat(scanOf(regions().get(0))).allMatch(cell -> cell.compareTo(middle) < 0);
    assertThat(get(database, row(0))).isNotEmpty();
    assertThat(get(database, row(ROWS - 1))).isNotEmpty();
    assertThat(database.stats().fileBytesWritten()).isEqualTo(written);
    assertThat(database.stats().storeFileBytes()).isEqualTo(bytes);
    for (Region region : regions()) {
      assertThat(region.stats().storeFiles()).isEqualTo(2);
      assertThat(region.stats().references()).isEqualTo(2);
      assertThat(region.stats().storeFileBytes()).isBetween(bytes / 5, bytes * 4 / 5);
    }
    assertThat(storeFiles()).hasSize(4).noneMatch(f -> f.startsWith(parent.info().encodedName()));
  }

  @Test
  void f81_refusesASecondSplitUntilCompacted() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), null);
    assertRefused(Reason.BAD_REQUEST, "NOT splittable", () -> database.splitRegion(name(1), null));
    assertRefused(
        Reason.NOT_MERGEABLE,
        "not mergeable",
        () -> database.mergeRegions(List.of(name(0), name(1))));

    List<String> before = storeFiles();
    database.compact(TABLE, null, true);
    assertThat(storeFiles()).hasSize(4).doesNotContainAnyElementsOf(before);
    assertThat(regions()).allMatch(region -> region.stats().references() == 0);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));

    database.splitRegion(name(1), null);
    assertThat(regions()).hasSize(3);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void aCompactedDaughterDoesNotTakeTheOthersRows() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), bytes(row(100)));
    for (int i = 0; i < ROWS; i++) {
      region(database, row(i)).write(delete(CellType.DELETE_FAMILY, 5, row(i), "a:"));
    }
    database.flush(TABLE);
    database.compact(TABLE, "a", true);
    reopen();
    List<String> left = cells(0, ROWS, "v");
    left.removeIf(cell -> cell.contains("/a:"));
    assertThat(scan(database)).isEqualTo(left);
    assertThat(storeFiles()).filteredOn(f -> f.contains("/a/")).isEmpty();
    assertThat(storeFiles()).filteredOn(f -> f.contains("/b/")).hasSize(2);
  }

  @Test
  void takesWhatIsOnlyInMemory() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), bytes(row(7)));
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    assertThat(database.stats().memStoreBytes()).isZero();
    assertThat(database.stats().flushes()).isEqualTo(1);
  }

  @Test
  void splitsAnEmptyRegionAtAGivenRow() throws IOException {
    database.splitRegion(name(0), bytes("m"));
    assertThat(ranges()).containsExactly("[, m)", "[m, )");
    write(0, 3, "v");
    reopen();
    assertThat(ranges()).containsExactly("[, m)", "[m, )");
    assertThat(scan(database)).isEqualTo(cells(0, 3, "v"));
  }

  @Test
  void mergesNeighbours() throws IOException {
    database.splitRegion(name(0), bytes(row(100)));
    database.splitRegion(name(1), bytes(row(200)));
    database.splitRegion(name(2), bytes(row(300)));
    write(0, ROWS, "old");
    database.flush(TABLE);
    write(50, 150, "mid");
    database.flush(TABLE);
    write(120, 220, "new");
    List<String> before = scan(database);
    RegionScanner scanner = regions().get(1).scan(ScanSpec.builder().build());

    RegionInfo merged = database.mergeRegions(List.of(name(2), name(0), name(1)));

    assertThat(ranges()).containsExactly("[, r1300)", "[r1300, )");
    assertThat(regions().get(0).info()).isEqualTo(merged);
    assertThat(drain(scanner)).hasSize(200);
    scanner.close();
    assertThat(scan(database)).isEqualTo(before);
    reopen();
    assertThat(scan(database)).isEqualTo(before);
    database.mergeRegions(List.of(name(0), name(1)));
    assertThat(ranges()).containsExactly("[, )");
    assertThat(scan(database)).isEqualTo(before);
    database.compact(TABLE, null, true);
    assertThat(scan(database)).isEqualTo(before);
    assertThat(storeFiles()).hasSize(2);
    write(0, ROWS, "last");
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "last"));
  }

  @Test
  void truncatesOneRegion() throws IOException {
    write(0, ROWS, "v");
    database.splitRegion(name(0), bytes(row(100)));
    database.compact(TABLE, null, true);
    database.splitRegion(name(1), bytes(row(200)));
    write(150, 250, "w"); // in memory
    Region old = regions().get(1);
    assertThat(old.stats().references()).isPositive();
    List<String> expected = cells(0, 100, "v");
    expected.addAll(cells(200, 250, "w"));
    expected.addAll(cells(250, ROWS, "v"));

    RegionInfo fresh = database.truncateRegion(old.info().encodedName());

    assertThat(fresh.range()).isEqualTo(old.info().range());
    assertThat(fresh.encodedName()).isNotEqualTo(old.info().encodedName());
    assertThat(regions().get(1).info()).isEqualTo(fresh);
    assertThat(scan(database)).isEqualTo(expected);
    assertThat(storeFiles())
        .isNotEmpty()
        .noneMatch(f -> f.startsWith(old.info().encodedName()))
        .noneMatch(f -> f.startsWith(fresh.encodedName()));
    assertRefused(Reason.REGION_CLOSED, "is closed", () -> old.write(putAt(1, row(150), "a:q=x")));
    assertRefused(
        Reason.REGION_CLOSED,
        old.info().encodedName(),
        () -> database.truncateRegion(old.info().encodedName()));
    reopen();
    assertThat(scan(database)).isEqualTo(expected);
    write(0, ROWS, "last");
    reopen();
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "last"));
  }

  @Test
  void withoutBackgroundThreadsReferencesAreRewrittenAtOnce() throws IOException {
    database.close();
    database = Database.open(serial(files, clock).build());
    write(0, ROWS, "v");
    database.splitRegion(name(0), null);
    assertThat(regions()).allMatch(region -> region.stats().references() == 0);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    database.splitRegion(name(0), null);
    assertThat(regions()).hasSize(3);
  }

  @Test
  void namesItsNewFamiliesInTheDaughters() throws IOException {
    write(0, ROWS, "v");
    database.modifyTable(table(TABLE, family("a"), family("b"), family("c")));
    database.splitRegion(name(0), bytes(row(200)));
    database.modifyTable(table(TABLE, family("b"), family("c")));
    region(database, row(300)).write(putAt(1, row(300), "c:q=v"));
    reopen();
    assertThat(get(database, row(300))).containsExactly("b:q@1=v", "c:q@1=v");
    assertThat(get(database, row(3))).containsExactly("b:q@1=v");
  }
}
