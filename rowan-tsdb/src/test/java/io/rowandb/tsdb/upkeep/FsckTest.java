package io.rowandb.tsdb.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesPoints;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults are planted, found and mended. */
@OnBackEnd
class FsckTest {
  private static final long BASE = 1_309_687_200L;
  private static final byte[] FAMILY = {'t'};
  private static final Clock LATER =
      Clock.fixed(Instant.parse("2099-01-01T00:00:00Z"), ZoneOffset.UTC);

  /** In each row that can be read: 3000 seconds after its beginning. */
  private static final String GOOD = (BASE + 3_000) + "000 77";

  private Connection connection;
  private TsdbTables tables;
  private PointStoreOptions options;
  private Uids uids;
  private PointStore store;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("points"));
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    options = PointStoreOptions.of(tables);
    uids = uids(connection);
    store = new PointStore(connection, uids, options);
  }

  @AfterEach
  void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  private Uids uids(Connection by) {
    return new Uids(
        by, new UidOptions(tables.uid(), PointKeyLayout.DEFAULT, 1_000, ""), room -> {});
  }

  private byte[] row(String host) throws IOException {
    byte[] pair =
        Bytes.add(
            uids.getOrCreate(UidKind.TAG_KEY, "host"), uids.getOrCreate(UidKind.TAG_VALUE, host));
    return options
        .layout()
        .rowKey(
            options.layout().series(uids.getOrCreate(UidKind.METRIC, "m"), List.of(pair)), BASE);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private void put(byte[] row, String qualifier, String value, long stamp) throws IOException {
    try (Table table = connection.getTable(tables.data())) {
      table.put(new Put(row, stamp).addColumn(FAMILY, bytes(qualifier), bytes(value)));
    }
  }

  /** A row of a host with a good point, and more columns. */
  private byte[] plant(String host, String... qualifiersAndValues) throws IOException {
    byte[] row = row(host);
    put(row, "BB80", "4D", 5);
    for (int i = 0; i < qualifiersAndValues.length; i += 2) {
      put(row, qualifiersAndValues[i], qualifiersAndValues[i + 1], 10 + i);
    }
    return row;
  }

  /** Each once, but for the length of values. */
  private void plantWhatCanBeMended() throws IOException {
    plant("zeros", "258B", "000000003FC00000");
    plant("sign", "259B", "FFFFFFFFBFC00000");
    plant("flags", "25A7", "05");
    plant("long", "25B7", "0000000000000009");
    plant("longer", "25C725D0", "00000000000000090A00");
    plant("unsorted", "25D025C0", "0A0900");
    plant("mixed", "25C025D0", "090A01");
    plant("appends", "050000", "0020020010010020" + "03");
    plant("left", "25C025D0", "090A00", "25C0", "09");
    plant("twice", "25C025D0", "090A00", "25C1", "0309");
    plant("again", "25C0", "01", "F24DD800", "02");
  }

  private void plantWhatCanOnlyBeDeleted() throws IOException {
    byte[] row = plant("keys");
    put(Arrays.copyOf(row, row.length - 1), "0000", "01", 5);
    put(Arrays.copyOf(row, options.layout().tagsAt()), "0000", "01", 5);
    byte[] noHour = row.clone();
    noHour[6]++;
    put(noHour, "0000", "01", 5);
    put(Bytes.add(row, Arrays.copyOfRange(row, 7, row.length)), "0000", "01", 5);
    byte[] nameless = row.clone();
    nameless[row.length - 3] = 0x7F;
    put(nameless, "0000", "01", 5);
    plant("columns", "01", "01", "01020304050607", "01");
    plant("values", "2580", "010203", "F24A2E83", "0102", "FFF0", "01");
    plant("compacted", "25C025D0", "090A07");
    plant("short", "25C025D0", "0900");
    plant("cut", "050000", "0020020010");
  }

  private FsckReport fsck(boolean mends, boolean deletes) throws IOException {
    return fsck(connection, mends, deletes, DuplicateRule.LAST);
  }

  private FsckReport fsck(Connection by, boolean mends, boolean deletes, DuplicateRule keep)
      throws IOException {
    // Forced, as most rows here are bad.
    FsckOptions fsck = new FsckOptions(Optional.empty(), mends, deletes, keep, deletes);
    return new Fsck(by, options, uids(by), fsck, LATER).run();
  }

  private List<String> cells() throws IOException {
    List<String> cells = new ArrayList<>();
    try (Table table = connection.getTable(tables.data());
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        row.listCells().forEach(each -> cells.add(each + Bytes.toStringBinary(row.value())));
      }
    }
    return cells;
  }

  private List<String> points(String host) throws IOException {
    List<String> points = new ArrayList<>();
    RangeQuery query =
        new RangeQuery("m", 0, BASE * 2_000, List.of(new TagFilter.OneOf("host", List.of(host))));
    for (SeriesPoints each : store.read(query, ReadLimits.DEFAULT)) {
      for (int i = 0; i < each.points().size(); i++) {
        points.add(each.points().timeMillis(i) + " " + each.points().value(i));
      }
    }
    return points;
  }

  @Test
  void aDryRunTellsAndChangesNothing() throws IOException {
    plantWhatCanBeMended();
    plantWhatCanOnlyBeDeleted();
    List<String> before = cells();
    FsckReport report = fsck(false, false);
    assertThat(cells()).isEqualTo(before);
    assertThat(report.found())
        .isEqualTo(
            Map.ofEntries(
                Map.entry(Fault.BAD_KEY, 3L),
                Map.entry(Fault.MISSING_TAGS, 1L),
                Map.entry(Fault.NAMELESS, 1L),
                Map.entry(Fault.UNKNOWN_COLUMN, 2L),
                Map.entry(Fault.BAD_VALUE, 2L),
                Map.entry(Fault.BAD_COMPACTED, 3L),
                Map.entry(Fault.BAD_APPENDS, 1L),
                Map.entry(Fault.VALUE_LENGTH, 3L),
                Map.entry(Fault.LONG_VALUE, 2L),
                Map.entry(Fault.UNSORTED_COMPACTED, 2L),
                Map.entry(Fault.UNSORTED_APPENDS, 1L),
                Map.entry(Fault.ORPHANED_COMPACTION, 1L),
                Map.entry(Fault.DUPLICATE, 2L)));
    assertThat(report.needsWork()).isTrue();
    assertThat(report.rowsChanged()).isZero();
    assertThat(report.examples(Fault.BAD_COMPACTED)).hasSize(3);
    assertThat(report.examples(Fault.BAD_VALUE))
        .hasSize(2)
        .anyMatch(each -> each.contains("column %\\x80: "));
    assertThat(report.rows()).isEqualTo(11 + 6 + 5);
  }

  @Test
  void whatCanBeMendedIsRightAfterwards() throws IOException {
    plantWhatCanBeMended();
    FsckReport report = fsck(true, false);
    assertThat(report.needsWork()).as("%s", report.found()).isFalse();
    assertThat(report.rowsChanged()).isEqualTo(11);
    assertThat(fsck(true, false).found()).isEmpty();
    assertThat(points("zeros")).containsExactly((BASE + 600) + "000 1.5", GOOD);
    assertThat(points("sign")).containsExactly((BASE + 601) + "000 -1.5", GOOD);
    assertThat(points("flags")).containsExactly((BASE + 602) + "000 5", GOOD);
    assertThat(points("long")).containsExactly((BASE + 603) + "000 9", GOOD);
    String nine = (BASE + 604) + "000 9";
    String ten = (BASE + 605) + "000 10";
    for (String host : List.of("longer", "unsorted", "mixed", "left")) {
      assertThat(points(host)).as(host).containsExactly(nine, ten, GOOD);
    }
    assertThat(points("appends")).containsExactly((BASE + 1) + "000 1", (BASE + 2) + "000 3", GOOD);
    assertThat(points("twice")).containsExactly((BASE + 604) + "000 777", ten, GOOD);
    assertThat(points("again")).containsExactly((BASE + 604) + "000 2", GOOD);
  }

  @Test
  void theFirstCanStay() throws IOException {
    plant("again", "25C0", "01", "25C1", "0002");
    FsckReport report = fsck(connection, true, false, DuplicateRule.FIRST);
    assertThat(report.cured(Fault.DUPLICATE)).isEqualTo(1);
    assertThat(points("again")).containsExactly((BASE + 604) + "000 1", GOOD);
  }

  /** Only with the option that says so. */
  @Test
  void whatCannotBeReadIsDeletedWhenAsked() throws IOException {
    plantWhatCanOnlyBeDeleted();
    List<String> before = cells();
    FsckReport mended = fsck(true, false);
    assertThat(mended.needsWork()).isTrue();
    assertThat(cells()).isEqualTo(before);
    FsckReport deleted = fsck(true, true);
    assertThat(deleted.needsWork()).as("%s", deleted.found()).isFalse();
    assertThat(fsck(true, true).found()).isEmpty();
    for (String host : List.of("keys", "columns", "values", "compacted", "short", "cut")) {
      assertThat(points(host)).as(host).containsExactly(GOOD);
    }
    assertThat(cells()).hasSize(6);
  }

  @Test
  void whatMayBeRightIsToldAlone() throws IOException {
    byte[] row = plant("object", "090000", "01", "010000", "7B7D");
    byte[] future = row.clone();
    System.arraycopy(Bytes.toBytes((int) 4_102_444_800L), 0, future, 3, 4);
    put(future, "0000", "01", 5);
    put(Bytes.add(new byte[3], Arrays.copyOfRange(row, 3, 7)), "010000", "7B7D", 5);
    List<String> before = cells();
    FsckReport report = fsck(true, true);
    assertThat(report.found()).isEqualTo(Map.of(Fault.UNKNOWN_OBJECT, 1L, Fault.FUTURE_TIME, 1L));
    assertThat(report.needsWork()).isFalse();
    assertThat(cells()).isEqualTo(before);
  }

  /** A compacted column that cannot be read, where the mended one would be. */
  @Test
  void aBadColumnInThePlaceOfTheMendedOne() throws IOException {
    byte[] row = row("place");
    put(row, "25C0", "09", 5);
    put(row, "25D7", "000000000000000A", 6);
    put(row, "25C025D0", "090A07", 100);
    List<String> before = cells();
    assertThat(fsck(true, false).rowsLeft()).isEqualTo(1);
    assertThat(cells()).isEqualTo(before);
    assertThat(fsck(true, true).needsWork()).isFalse();
    assertThat(points("place")).containsExactly((BASE + 604) + "000 9", (BASE + 605) + "000 10");
    assertThat(fsck(true, true).found()).isEmpty();
  }

  /** Dead at each call, before and after it: no good point is lost, and the next one does it. */
  @Tag("slow")
  @Test
  void aDeathLeavesEachRowRight() throws IOException {
    int deaths = 0;
    for (int call = 0; call < 200; call += BackEnd.isHBase() ? 7 : 1) {
      for (boolean isMade : new boolean[] {false, true}) {
        String suffix = call + "" + isMade;
        plant("long" + suffix, "25B7", "0000000000000009");
        plant("appends" + suffix, "050000", "0020020010010020" + "03");
        plant("left" + suffix, "25C025D0", "090A00", "25C0", "09");
        byte[] nameless = row("long" + suffix);
        nameless[nameless.length - 3] = 0x7F;
        put(nameless, "0000", "01", 5);
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        try {
          fsck(dying.connection(), true, true, DuplicateRule.LAST);
        } catch (IOException e) {
          assertThat(dying.isDead()).as(e.getMessage()).isTrue();
          deaths++;
        }
        assertThat(points("long" + suffix)).containsExactly((BASE + 603) + "000 9", GOOD);
        assertThat(points("appends" + suffix)).hasSize(3);
        assertThat(points("left" + suffix)).hasSize(3);
        assertThat(fsck(true, true).needsWork()).isFalse();
        assertThat(fsck(true, true).found()).isEmpty();
        if (!dying.isDead()) {
          assertThat(deaths).isGreaterThan(3);
          return;
        }
        if (call > 12 && !BackEnd.isHBase()) {
          // Names of the rows before are looked up first: go on with later calls.
          call += 5;
        }
      }
    }
    assertThat(deaths).isGreaterThan(10);
  }

  /** Between its read and its write. */
  @Test
  void pointsThatComeMeanwhileStay() throws IOException {
    byte[] row = plant("late", "25B7", "0000000000000009");
    RowMend mend = mend(row);
    assertThat(mend.isPossible(LATER.millis())).isTrue();
    Series series = Series.of("m", Map.of("host", "late"));
    store.put(
        List.of(
            new DataPoint(series, PointTime.ofSeconds(BASE + 603), PointValue.of(10)),
            new DataPoint(series, PointTime.ofSeconds(BASE + 604), PointValue.of(11))));
    try (Table table = connection.getTable(tables.data())) {
      assertThat(mend.write(table, LATER.millis())).isTrue();
      assertThat(points("late"))
          .containsExactly((BASE + 603) + "000 10", (BASE + 604) + "000 11", GOOD);
      byte[] appends = plant("appends", "050000", "0020020010010020" + "03");
      RowMend other = mend(appends);
      new PointStore(connection, uids, options.withAppends(true))
          .put(
              new DataPoint(
                  Series.of("m", Map.of("host", "appends")),
                  PointTime.ofSeconds(BASE + 2),
                  PointValue.of(4)));
      assertThat(other.write(table, LATER.millis())).isFalse();
    }
    assertThat(points("appends")).containsExactly((BASE + 1) + "000 1", (BASE + 2) + "000 4", GOOD);
    // Cells of the last minute wait.
    FsckOptions all = new FsckOptions(Optional.of("m"), true, true, DuplicateRule.LAST, true);
    FsckReport young =
        new Fsck(connection, options, uids(connection), all, Clock.systemUTC()).run();
    assertThat(young.rowsLeft()).isEqualTo(2);
    assertThat(young.needsWork()).isTrue();
    assertThat(fsck(true, true).needsWork()).isFalse();
    assertThat(points("appends")).containsExactly((BASE + 1) + "000 1", (BASE + 2) + "000 4", GOOD);
  }

  /** A removal between the read and the write of a mend is not undone. */
  @Test
  void aSlowMendBringsNothingBack() throws IOException {
    byte[] row = plant("slow", "25B7", "0000000000000009");
    RowMend mend = mend(row);
    try (Table table = connection.getTable(tables.data())) {
      table.delete(new Delete(row).addColumns(FAMILY, bytes("BB80"), 5));
      assertThat(mend.write(table, LATER.millis())).isFalse();
    }
    assertThat(points("slow")).containsExactly((BASE + 603) + "000 9");
    assertThat(fsck(true, true).needsWork()).isFalse();
    assertThat(points("slow")).containsExactly((BASE + 603) + "000 9");
  }

  /** As OpenTSDB's have: the mended column would have an older time. */
  @Test
  void aDeleteWithALaterTimeHidesNothing() throws IOException {
    byte[] row = plant("hidden", "25B7", "0000000000000009");
    try (Table table = connection.getTable(tables.data())) {
      // The column that both points have together.
      table.delete(new Delete(row).addColumns(FAMILY, bytes("25B0BB80")));
      assertThat(mend(row).write(table, System.currentTimeMillis())).isFalse();
    }
    assertThat(points("hidden")).containsExactly((BASE + 603) + "000 9", GOOD);
    assertThat(fsck(true, true).needsWork()).isFalse();
    assertThat(points("hidden")).containsExactly((BASE + 603) + "000 9", GOOD);
  }

  /** One delete suffices, however many cells there are. */
  @Test
  void aLargeRowWithoutANameGoes() throws IOException {
    byte[] row = row("large");
    row[row.length - 3] = 0x7F;
    try (Table table = connection.getTable(tables.data())) {
      for (int part = 0; part < 11; part++) {
        Put put = new Put(row, 5);
        for (int i = 0; i < 10_000; i++) {
          int offset = part * 10_000 + i;
          put.addColumn(FAMILY, Bytes.toBytes(0xF000_0000 | offset << 6), new byte[1]);
        }
        table.put(put);
      }
    }
    FsckReport report = fsck(true, true);
    assertThat(report.cells()).isEqualTo(110_000);
    assertThat(report.cured(Fault.NAMELESS)).isEqualTo(1);
    assertThat(cells()).isEmpty();
  }

  /**
   * What is of the last minute when the check begins may have another beside it when it is read.
   */
  @Test
  void whatIsSettledIsSettledBeforeItIsRead() throws IOException {
    long now = 4_000_000_000_000L;
    byte[] row = row("young");
    put(row, "25B7", "0000000000000009", now - 1_000);
    long[] later = {now};
    Clock hurrying =
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            later[0] += 600_000;
            return Instant.ofEpochMilli(later[0] - 600_000);
          }
        };
    FsckOptions mends = new FsckOptions(Optional.empty(), true, false, DuplicateRule.LAST);
    FsckReport report = new Fsck(connection, options, uids(connection), mends, hurrying).run();
    assertThat(report.rowsLeft()).isEqualTo(1);
    assertThat(report.rowsChanged()).isZero();
  }

  private RowMend mend(byte[] row) throws IOException {
    List<Cell> cells;
    try (Table table = connection.getTable(tables.data())) {
      cells = table.get(new Get(row)).listCells();
    }
    RowFindings findings = new RowFindings();
    new RowCheck(BASE, DuplicateRule.LAST, "row", false, findings).check(cells);
    FsckOptions mends = new FsckOptions(Optional.empty(), true, false, DuplicateRule.LAST);
    return new RowMend(options.layout(), mends, row, cells, findings);
  }

  /** More cells than are held in memory: the row stays, and the others are looked at. */
  @Test
  void aRowThatIsTooLargeIsLeft() throws IOException {
    byte[] large = plant("large");
    try (Table table = connection.getTable(tables.data())) {
      for (int i = 0; i <= 100_000; i += 10_000) {
        Put put = new Put(large, 5);
        for (int j = i; j < i + 10_000; j++) {
          // Annotations of milliseconds.
          put.addColumn(
              FAMILY, new byte[] {1, 0, (byte) (j >> 16), (byte) (j >> 8), (byte) j}, FAMILY);
        }
        table.put(put);
      }
    }
    plant("zeros", "258B", "000000003FC00000");
    FsckReport report = fsck(true, true);
    assertThat(report.rows()).isEqualTo(2);
    assertThat(report.cells()).isEqualTo(110_003);
    assertThat(report.found()).containsOnlyKeys(Fault.TOO_LARGE, Fault.VALUE_LENGTH);
    assertThat(report.examples(Fault.TOO_LARGE).get(0)).endsWith(": 110001 cells");
    assertThat(report.rowsLeft()).isEqualTo(1);
    assertThat(report.rowsChanged()).isEqualTo(1);
    assertThat(points("large")).containsExactly(GOOD);
  }

  @Test
  void goodRowsAreGood() throws IOException {
    Series series = Series.of("m", Map.of("host", "good"));
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      PointValue value =
          i % 3 == 0
              ? PointValue.of(1L << (i % 63))
              : i % 3 == 1 ? PointValue.of(i / 7.0) : PointValue.of(i / 4f);
      points.add(
          new DataPoint(
              series,
              i % 2 == 0
                  ? PointTime.ofSeconds(BASE + i)
                  : PointTime.ofMillis(BASE * 1_000 + i * 1_001L),
              value));
    }
    store.put(points);
    assertThat(fsck(true, true).found()).isEmpty();
    store = new PointStore(connection, uids, options, LATER, System::nanoTime);
    store.compact(series, PointTime.ofSeconds(BASE));
    assertThat(fsck(true, true).found()).isEmpty();
    assertThat(points("good")).hasSize(200);
    FsckReport empty =
        new Fsck(
                connection,
                options,
                uids(connection),
                new FsckOptions(Optional.of("m"), false, false, DuplicateRule.LAST),
                LATER)
            .run();
    assertThat(empty.rows()).isEqualTo(1);
    assertThatThrownBy(
            () ->
                new Fsck(
                        connection,
                        options,
                        uids(connection),
                        new FsckOptions(Optional.of("x"), false, false, DuplicateRule.LAST),
                        LATER)
                    .run())
        .isInstanceOf(NoSuchNameException.class);
    assertThatThrownBy(() -> new FsckOptions(Optional.empty(), false, true, DuplicateRule.LAST))
        .hasMessageContaining("mends");
    assertThat(EnumSet.allOf(Fault.class)).hasSize(19);
  }
}
