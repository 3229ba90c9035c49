package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.describe;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.store.FileSelections;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which files a read opens, counted, and that what it leaves out changes no answer. */
class FileSelectionTest {
  private static final long SEED = Long.getLong("rowan.seed", 1);

  /** The rate of errors is far below one in all questions of these tests. */
  private static final String RATE = "CONFIGURATION:io.storefile.bloom.error.rate";

  private static final String[] FAMILIES = {"none", "row", "rowcol", "prefix"};

  private static final int FILES = 8;

  private Database database;

  @BeforeEach
  void open() throws IOException {
    database =
        Database.open(
            serial(new MemoryFileSystem(), new ManualClock())
                .compactionMaxFiles(100)
                .compactionMinFiles(100)
                .blockingStoreFiles(200)
                .build());
    database.createTable(
        table(
            TABLE,
            family("none", "BLOOMFILTER", "NONE", "VERSIONS", "3"),
            family("row", "BLOOMFILTER", "ROW", "VERSIONS", "3", RATE, "0.00001"),
            family("rowcol", "BLOOMFILTER", "rowcol", "VERSIONS", "3", RATE, "0.00001"),
            family(
                "prefix",
                "BLOOMFILTER",
                "ROWPREFIX_FIXED_LENGTH",
                "CONFIGURATION:RowPrefixBloomFilter.prefix_length",
                "4",
                "VERSIONS",
                "3",
                RATE,
                "0.00001")),
        List.of());
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  /**
   * File i has rows a..i.., m..i.. and z..i.., times 100 i to 100 i + 2, column q and column ci.
   */
  private void writeFiles() throws IOException {
    for (int i = 0; i < FILES; i++) {
      for (String letter : new String[] {"a", "m", "z"}) {
        String row = letter.repeat(3) + i + "/1";
        for (String family : FAMILIES) {
          region(database, row)
              .write(putAt(100L * i, row, family + ":q=v", family + ":c" + i + "=w"));
        }
      }
      database.flush(TABLE);
    }
  }

  private record Read(List<String> cells, FileSelections.Counts counts) {}

  private Read read(ScanSpec spec) throws IOException {
    FileSelections.Counts before = database.stats().fileSelections();
    List<String> cells;
    if (spec.get()) {
      CellBatch batch = new CellBatch();
      region(database, "r").get(spec, batch);
      cells = describe(batch, true);
    } else {
      try (RegionScanner scanner = region(database, "r").scan(spec)) {
        cells = drain(scanner);
      }
    }
    FileSelections.Counts after = database.stats().fileSelections();
    return new Read(
        cells,
        new FileSelections.Counts(
            after.opened() - before.opened(),
            after.outOfTime() - before.outOfTime(),
            after.outOfRange() - before.outOfRange(),
            after.deniedByFilter() - before.deniedByFilter()));
  }

  private Read get(String row, String family, String... qualifiers) throws IOException {
    return read(ScanSpec.get(bytes(row)).family(bytes(family), names(qualifiers)).build());
  }

  private static byte[][] names(String... qualifiers) {
    return qualifiers.length == 0
        ? null
        : Stream.of(qualifiers).map(TestDatabase::bytes).toArray(byte[][]::new);
  }

  private Read scan(String family, String start, boolean includeStart, String stop, boolean include)
      throws IOException {
    return read(
        ScanSpec.builder()
            .family(bytes(family), null)
            .startRow(bytes(start), includeStart)
            .stopRow(bytes(stop), include)
            .build());
  }

  private static FileSelections.Counts counts(long open, long time, long range, long filter) {
    return new FileSelections.Counts(open, time, range, filter);
  }

  @Test
  void leavesOutByTimeAndByRange() throws IOException {
    writeFiles();
    Read late =
        read(ScanSpec.builder().timeRange(600, 700).family(bytes("none"), names("q")).build());
    assertThat(late.cells()).hasSize(3).allMatch(cell -> cell.contains("@600"));
    assertThat(late.counts()).isEqualTo(counts(1, 7, 0, 0));
    assertThat(scan("none", "zzz5/1", true, "", false).counts()).isEqualTo(counts(3, 0, 5, 0));
    assertThat(scan("none", "", true, "aaa2/1", false).counts()).isEqualTo(counts(3, 0, 5, 0));
    Read reversed =
        read(
            ScanSpec.builder()
                .reversed(true)
                .family(bytes("none"), null)
                .startRow(bytes("aaa1/2"), true)
                .build());
    assertThat(reversed.cells()).hasSize(4);
    assertThat(reversed.counts()).isEqualTo(counts(2, 0, 6, 0));
  }

  @Test
  void aFilterOfRowsAnswersGetsAndScansOfOneRow() throws IOException {
    writeFiles();
    assertThat(get("mmm5/1", "row").counts()).isEqualTo(counts(1, 0, 0, 7));
    assertThat(get("absent", "row").counts()).as("in the range").isEqualTo(counts(0, 0, 0, 8));
    assertThat(get("mmm5/1", "none").counts()).isEqualTo(counts(8, 0, 0, 0));
    Read one = scan("row", "mmm5/1", true, "mmm5/1", true);
    assertThat(one.cells()).hasSize(2);
    assertThat(one.counts()).isEqualTo(counts(1, 0, 0, 7));
    assertThat(scan("row", "mmm5/1", true, "mmm5/2", false).counts()).isEqualTo(counts(8, 0, 0, 0));
  }

  @Test
  void aFilterOfColumnsAnswersGetsOfColumns() throws IOException {
    writeFiles();
    assertThat(get("mmm5/1", "rowcol", "c5").cells()).hasSize(1);
    assertThat(get("mmm5/1", "rowcol", "c5").counts()).isEqualTo(counts(1, 0, 0, 7));
    assertThat(get("mmm5/1", "rowcol", "c4").counts()).isEqualTo(counts(0, 0, 0, 8));
    assertThat(get("mmm5/1", "rowcol", "c1", "c5", "d").counts()).isEqualTo(counts(1, 0, 0, 7));
    assertThat(get("mmm5/1", "rowcol").counts()).as("all columns").isEqualTo(counts(8, 0, 0, 0));
    assertThat(get("mmm5/1", "row", "c4").counts()).as("knows rows").isEqualTo(counts(1, 0, 0, 7));
    // A marker of the whole row is in no column, and still hides them.
    region(database, "r").write(delete(CellType.DELETE_FAMILY, 5_000, "mmm5/1", "rowcol:"));
    database.flush(TABLE);
    Read hidden = get("mmm5/1", "rowcol", "c5");
    assertThat(hidden.cells()).isEmpty();
    assertThat(hidden.counts()).isEqualTo(counts(2, 0, 0, 7));
  }

  @Test
  void aFilterOfPrefixesAnswersGetsAndScansOfAPrefix() throws IOException {
    writeFiles();
    assertThat(get("mmm5/1", "prefix").counts()).isEqualTo(counts(1, 0, 0, 7));
    assertThat(get("mmm5/9", "prefix").counts()).as("the prefix").isEqualTo(counts(1, 0, 0, 7));
    Read scan = scan("prefix", "mmm5", true, "mmm6", false);
    assertThat(scan.cells()).hasSize(2);
    assertThat(scan.counts()).isEqualTo(counts(1, 0, 0, 7));
    assertThat(scan("prefix", "mmm5/0", true, "mmm5/4", true).counts())
        .isEqualTo(counts(1, 0, 0, 7));
    assertThat(scan("prefix", "mmm", true, "mmn", false).counts())
        .as("shorter than what the filter knows")
        .isEqualTo(counts(8, 0, 0, 0));
  }

  /** The same history in families that differ in their filters, and every answer the same. */
  @Tag("slow")
  @Test
  void noFilterChangesAnAnswer() throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < 1_500; i++) {
      String row = "row" + random.nextInt(12) + "/" + random.nextInt(3);
      String qualifier = random.nextInt(4) == 0 ? "" : "q" + random.nextInt(5);
      long time = random.nextInt(40);
      int kind = random.nextInt(9);
      for (String family : FAMILIES) {
        String column = family + ":" + qualifier;
        region(database, row)
            .write(
                switch (kind) {
                  case 0 -> delete(CellType.DELETE_FAMILY, time, row, family + ":");
                  case 1 -> delete(CellType.DELETE_FAMILY_VERSION, time, row, family + ":");
                  case 2 -> delete(CellType.DELETE_COLUMN, time, row, column);
                  case 3 -> delete(CellType.DELETE, time, row, column);
                  default -> putAt(time, row, column + "=" + i);
                });
      }
      if (random.nextInt(60) == 0) {
        database.flush(TABLE);
      }
      assertSameAnswers(random, i);
    }
    assertThat(database.stats().fileSelections().deniedByFilter()).isPositive();
  }

  private void assertSameAnswers(Random random, int step) throws IOException {
    String row = "row" + random.nextInt(12) + "/" + random.nextInt(4);
    List<String> columns = new ArrayList<>();
    for (int count = random.nextInt(4); count > 0; count--) {
      String qualifier = random.nextInt(4) == 0 ? "" : "q" + random.nextInt(6);
      if (!columns.contains(qualifier)) {
        columns.add(qualifier);
      }
    }
    columns.sort(null);
    boolean scan = random.nextInt(3) == 0;
    List<String> expected = null;
    for (String family : FAMILIES) {
      Read read =
          scan
              ? scan(family, row.substring(0, 4), true, row, false)
              : get(row, family, columns.toArray(new String[0]));
      List<String> answer =
          read.cells().stream().map(cell -> cell.replace(family + ":", "f:")).toList();
      if (expected == null) {
        expected = answer;
      }
      assertThat(answer)
          .as("seed %d, step %d: %s of %s %s", SEED, step, family, row, columns)
          .isEqualTo(expected);
    }
  }
}
