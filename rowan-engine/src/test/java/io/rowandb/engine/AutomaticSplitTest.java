package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.scan;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Regions are split when they are too large, and nobody asks for it. */
class AutomaticSplitTest extends RegroupedTable {
  /** Less than a family of the table takes with all rows, more than with a half of them. */
  private static final long LIMIT_BYTES = 14_000;

  private static final String HBASE = "org.apache.hadoop.hbase.regionserver.";

  @Override
  DatabaseOptions.Builder options() {
    return super.options().splits(settings());
  }

  private static SplitSettings settings() {
    return SplitSettings.DEFAULT
        .withInitialBytes(LIMIT_BYTES)
        .withMaxFileBytes(LIMIT_BYTES)
        .withMaxFileJitter(0);
  }

  private void alter(String... attributes) throws IOException {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < attributes.length; i += 2) {
      map.put(attributes[i], attributes[i + 1]);
    }
    List<FamilyDescriptor> families = database.table(TABLE).descriptor().families();
    database.modifyTable(new TableDescriptor(TABLE, families, map));
  }

  private void fill() throws IOException {
    write(0, ROWS, "v");
    database.flush(TABLE);
  }

  @Test
  void f83_f103_aRegionIsSplitAfterTheFlushThatMakesItTooLarge() throws IOException {
    write(0, ROWS / 2, "v");
    database.flush(TABLE);
    assertThat(regions()).hasSize(1);
    write(ROWS / 2, ROWS, "v");
    assertThat(regions()).hasSize(1);
    database.flush(TABLE);
    assertThat(regions()).hasSize(2);
    assertThat(database.stats().splits()).isEqualTo(1);
    assertThat(database.stats().backgroundFailures()).isZero();
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
    reopen();
    assertThat(regions()).hasSize(2);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void f82_itIsSplitAtTheMiddleOfItsLargestFile() throws IOException {
    alter("SPLIT_ENABLED", "false");
    fill();
    byte[] middle = ((StoredRegion) regions().get(0)).splitRow();
    alter();
    write(0, 1, "v");
    database.flush(TABLE);
    assertThat(regions())
        .extracting(region -> region.info().range())
        .containsExactly(new RegionRange(bytes(""), middle), new RegionRange(middle, bytes("")));
  }

  @Test
  void f83_aDaughterIsNotSplitAgainBeforeACompactionAndThenIs() throws IOException {
    database.close();
    database = Database.open(options().splits(settings().withMaxFileBytes(5_000)).build());
    fill();
    assertThat(regions()).hasSize(2);
    write(0, ROWS, "w");
    database.flush(TABLE);
    assertThat(regions()).as("with references").hasSize(2);
    database.compact(TABLE, null, true);
    assertThat(regions()).as("compacted").hasSize(4);
    assertThat(database.stats().splits()).isEqualTo(3);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "w"));
  }

  @Test
  void f83_aRegionThatIsSplitIsNotCompactedBefore() throws IOException {
    Queue<Runnable> tasks = new ArrayDeque<>();
    database.close();
    database =
        Database.open(
            TestDatabase.serial(files, clock)
                .splits(settings())
                .compactionMinFiles(2)
                .backgroundExecutor(tasks::add)
                .build());
    fill();
    assertThat(tasks).as("the split alone").hasSize(1);
    write(0, 10, "w");
    tasks.remove().run();
    assertThat(regions()).hasSize(2);
    assertThat(database.stats().compactions()).isZero();
    assertThat(tasks).as("both families of both daughters").hasSize(4);
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    assertThat(database.stats().compactions()).isPositive();
    List<String> expected = cells(0, 10, "w");
    expected.addAll(cells(10, ROWS, "v"));
    assertThat(scan(database)).isEqualTo(expected);
  }

  @Test
  void whatIsDueIsLookedAtAgainWhenItsTurnComes() throws IOException {
    Queue<Runnable> tasks = new ArrayDeque<>();
    database.close();
    database = Database.open(options().backgroundExecutor(tasks::add).build());
    fill();
    database.disableTable(TABLE);
    runAll(tasks);
    database.enableTable(TABLE);
    write(0, 1, "v");
    database.flush(TABLE);
    database.setSwitch(Database.SPLIT_SWITCH, false);
    runAll(tasks);
    database.setSwitch(Database.SPLIT_SWITCH, true);
    write(0, 1, "v");
    database.flush(TABLE);
    database.splitRegion(name(0), null);
    runAll(tasks);
    assertThat(regions()).hasSize(2);
    assertThat(database.stats().splits()).isZero();
    assertThat(database.stats().backgroundFailures()).isZero();
  }

  private static void runAll(Queue<Runnable> tasks) {
    assertThat(tasks).isNotEmpty();
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  @Test
  void whatTheTableOrTheUserForbidsIsNotDone() throws IOException {
    alter("SPLIT_POLICY", HBASE + "DisabledRegionSplitPolicy");
    fill();
    assertThat(regions()).as("disabled policy").hasSize(1);
    assertRefused(Reason.BAD_REQUEST, "NOT splittable", () -> database.splitRegion(name(0), null));
    assertRefused(
        Reason.BAD_REQUEST, "NOT splittable", () -> database.splitRegion(name(0), bytes(row(9))));

    alter("SPLIT_ENABLED", "false");
    write(0, 1, "v");
    database.flush(TABLE);
    assertThat(regions()).as("disabled splits").hasSize(1);

    alter();
    database.setSwitch(Database.SPLIT_SWITCH, false);
    write(0, 1, "v");
    database.flush(TABLE);
    assertThat(regions()).as("switched off").hasSize(1);

    database.setSwitch(Database.SPLIT_SWITCH, true);
    database.close();
    database = Database.open(options().splits(settings().withMaxRegions(1)).build());
    write(0, 1, "v");
    database.flush(TABLE);
    assertThat(regions()).as("as many regions as there may be").hasSize(1);
    reopen();
    write(0, 1, "v");
    database.flush(TABLE);
    assertThat(regions()).as("nothing forbids it").hasSize(2);
  }

  @Test
  void aRegionWithSoManyFilesThatFlushesWaitIsCompactedFirst() throws IOException {
    database.close();
    database = Database.open(options().blockingStoreFiles(2).build());
    write(0, ROWS / 2, "v");
    database.flush(TABLE);
    write(ROWS / 2, ROWS, "v");
    database.flush(TABLE);
    assertThat(regions()).hasSize(1);
    database.compact(TABLE, null, true);
    assertThat(regions()).hasSize(2);
  }

  @Test
  void f104_aPolicyHoldsForAllTablesOrForOne() throws IOException {
    database.close();
    String disabled = HBASE + "DisabledRegionSplitPolicy";
    database = Database.open(options().splits(settings().withPolicy(disabled)).build());
    fill();
    assertThat(regions()).as("what the setting says").hasSize(1);
    alter("SPLIT_POLICY", HBASE + "ConstantSizeRegionSplitPolicy");
    write(0, 1, "v");
    database.flush(TABLE);
    assertThat(regions()).as("what the table says").hasSize(2);
  }

  @Test
  void f107_f108_rowsWithEqualPrefixAreNeverParted() throws IOException {
    alter(
        "SPLIT_POLICY",
        HBASE + "KeyPrefixRegionSplitPolicy",
        "KeyPrefixRegionSplitPolicy.prefix_length",
        "3");
    for (int from = 0; from < 2000; from += ROWS) {
      write(from, from + ROWS, "v");
      database.flush(TABLE);
      database.compact(TABLE, null, true);
    }
    assertThat(regions()).hasSizeGreaterThan(3);
    assertThat(regions().subList(1, regions().size()))
        .extracting(region -> region.info().range().startKey())
        .allMatch(start -> start.length == 3);
    for (int from = 0; from < 2000; from += 100) {
      List<RowMutation> group = new ArrayList<>();
      for (int i = from; i < from + 100; i++) {
        group.add(TestDatabase.putAt(1, row(i), "a:q=w", "b:q=w"));
      }
      assertThat(TestDatabase.region(database, row(from)).updateRows(group, List.of())).isTrue();
    }
    assertThat(scan(database)).isEqualTo(cells(0, 2000, "w"));
  }

  @Test
  void aRegionOfOnePrefixIsNotSplitAndWhoAsksIsToldWhy() throws IOException {
    alter(
        "SPLIT_POLICY",
        HBASE + "KeyPrefixRegionSplitPolicy",
        "KeyPrefixRegionSplitPolicy.prefix_length",
        "1");
    database.splitRegion(name(0), bytes("r"));
    fill();
    assertThat(regions()).hasSize(2);
    assertRefused(
        Reason.BAD_REQUEST,
        "Split row is equal to startkey: r",
        () -> database.splitRegion(name(1), null));
    assertThat(database.stats().backgroundFailures()).isZero();
  }

  @Test
  void openScannersAreNotDisturbed() throws IOException {
    write(0, ROWS, "old");
    CellBatch first = new CellBatch();
    try (RegionScanner scanner = regions().get(0).scan(ScanSpec.builder().build())) {
      assertThat(scanner.next(first, 2, Long.MAX_VALUE)).isNotNull();
      database.flush(TABLE);
      assertThat(regions()).hasSize(2);
      write(0, ROWS, "new");
      database.flush(TABLE);
      database.compact(TABLE, null, true);
      List<String> rest = drain(scanner);
      assertThat(rest).isEqualTo(cells(0, ROWS, "old").subList(first.size(), 2 * ROWS));
    }
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "new"));
  }

  @Test
  void aTableWhosePolicyNobodyKnowsIsRefused() throws IOException {
    TableDescriptor unknown =
        new TableDescriptor(
            TableName.of("other"),
            List.of(family("f")),
            Map.of("SPLIT_POLICY", "com.example.OurPolicy"));
    assertRefused(
        Reason.BAD_REQUEST,
        "Unable to load configured region split policy 'com.example.OurPolicy'",
        () -> database.createTable(unknown, List.of()));
    assertThat(database.tableNames()).containsExactly(TABLE);
    assertRefused(
        Reason.BAD_REQUEST, "split policy", () -> alter("SPLIT_POLICY", "SteppingSplitPolicy"));
    assertThat(database.table(TABLE).descriptor().attributes()).isEmpty();
  }

  @Test
  void aSplitThatFailsIsCountedAndTriedAfterTheNextFlush() throws IOException {
    write(0, ROWS, "v");
    files.failAt("link", 2);
    database.flush(TABLE);
    assertThat(regions()).hasSize(1);
    assertThat(database.stats().backgroundFailures()).isEqualTo(1);
    assertThat(database.stats().lastBackgroundFailure()).contains("injected failure of link");
    write(0, 1, "v");
    database.flush(TABLE);
    assertThat(regions()).hasSize(2);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  /** The thread that changes a table does the background work too here, in the middle of it. */
  @Test
  void aChangeOfATableIsNotDisturbedByASplit() throws IOException {
    write(0, ROWS, "v");
    database.takeSnapshot(TestDatabase.snapshot("s", TABLE), true);
    assertThat(regions()).hasSize(1);
    write(0, 1, "v");
    database.disableTable(TABLE);
    assertThat(regions()).hasSize(1);
    database.enableTable(TABLE);
    database.compact(TABLE, null, true);
    assertThat(regions()).hasSize(2);
    assertThat(scan(database)).isEqualTo(cells(0, ROWS, "v"));
  }

  @Test
  void f96_f103_aTableGrowsFromOneRegionToMany() throws IOException {
    List<Integer> counts = new ArrayList<>();
    for (int from = 0; from < 2000; from += ROWS) {
      write(from, from + ROWS, "v");
      database.flush(TABLE);
      database.compact(TABLE, null, true);
      counts.add(regions().size());
    }
    assertThat(counts).isSorted().first().isEqualTo(2);
    assertThat(counts.get(counts.size() - 1)).isGreaterThanOrEqualTo(5);
    assertThat(scan(database)).isEqualTo(cells(0, 2000, "v"));
  }
}
